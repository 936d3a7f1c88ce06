const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words of a question that name nothing in a catalogue. */
export const EMPTY_WORDS = list(`
  a an the of in on at to for from by with and or is are was were be been being do does did done has have had having what which who whom whose when where
  why how many much that this these those there their them they it its he she his her we our you your i my me us as than then so not no nor if all any each
  every both some such only own same too very can could will would shall should may might must also into about over under between among per against during
  before after above below up down out off again once here just more most less least other another give show list find tell return display please provide
  get want know see name named number count total different distinct one ones whether using used use following based made make`);

/** Words of analysis: a column may be called so, but mostly they say what to do with one. */
export const WEAK_WORDS = list(`
  average avg percentage percent highest lowest calculate determine identify rank ranking top bottom difference ratio proportion maximum minimum max min
  round rounded decimal place respectively compare consider considering include including includes exclude excluding data dataset datasets information
  detail details value values amount sum add greater smaller larger less equal first last latest earliest specific specifically overall cumulative
  respective corresponding associated related ensure ensuring present result results output report generate analyze compute summarize record records
  recorded entry table tables unique order ordered sort sorted ascending descending alphabetical large largest small smallest long longest short shortest
  high low big biggest old oldest young youngest several within without across along according belong belongs contain contains containing happen occur
  take took exactly case question answer assume treat considered format formatted column row rows field limit criteria condition subtotal subtotals grand
  numeric comma commas retrieve separate separately integer integers otherwise`);

/** Months by their English names, in order. */
export const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
