/** Everyday English words asked for one another when people speak of business, study and public data. Each line is one meaning. */
export const SYNONYMS: readonly (readonly string[])[] = `
  people person individual human member
  employee staff worker personnel
  faculty professor teacher instructor lecturer
  student pupil learner
  customer client consumer buyer shopper
  company firm business corporation enterprise organization organisation agency
  product item goods merchandise article
  price cost expense charge fee fare
  salary wage pay income earning compensation
  order purchase
  sale revenue turnover
  city town municipality
  country nation
  location place site venue locality
  address street residence
  region area zone district
  date day time
  year annual yearly
  phone telephone mobile contact
  email mail mailing
  gender sex male female man woman boy girl
  age birth birthday birthdate born dob
  name title label
  kind type category class sort
  job occupation profession position role work
  boss manager supervisor head leader chief
  course class subject lesson
  school college university institution
  movie film
  song track music tune
  book publication title
  author writer
  car vehicle automobile auto
  doctor physician
  patient case
  medication medicine drug prescription
  illness disease condition diagnosis
  game match
  player athlete
  team club squad
  coach trainer
  score point mark grade
  plane airplane aircraft
  airport airfield
  flight trip journey ride travel
  document file paper
  picture image photo
  shop store outlet
  supplier vendor provider
  payment transaction
  comment remark review feedback
  status state
  amount quantity number
  size capacity
  weight mass
  nationality citizenship country
  language tongue
  friend buddy
  enroll register registration enrollment
  building facility
  room space
  dorm dormitory
  election vote voting
  county district
  crime offense incident
  theft burglary stolen
  rain precipitation rainy
  temperature weather climate
  bike bicycle
  begin start commence
  end finish
  created creation
  affiliation affiliate
  rating stars
  wife husband spouse
  pet animal
  dog puppy
  cost spend spent spending
  home house property
  constructor maker manufacturer producer brand
  department division unit
  allergy allergic
  singer artist performer musician
  show performance concert
  stadium arena
`.trim().split('\n').map((line) => line.trim().split(' '));
