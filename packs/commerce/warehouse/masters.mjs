import { FIRST_DAY, LAST_DAY, isoDay } from './calendar.mjs';
import { CATEGORIES } from './schema.mjs';

/** Countries with their share of customers and their cities. */
export const COUNTRIES = [
  ['US', 22, ['New York', 'Chicago', 'Austin', 'Seattle']],
  ['GB', 10, ['London', 'Manchester', 'Bristol']],
  ['DE', 10, ['Berlin', 'Hamburg', 'Munich']],
  ['FR', 8, ['Paris', 'Lyon', 'Nantes']],
  ['KR', 12, ['Seoul', 'Busan', 'Daejeon']],
  ['JP', 8, ['Tokyo', 'Osaka', 'Sapporo']],
  ['BR', 7, ['São Paulo', 'Rio de Janeiro', 'Curitiba']],
  ['IN', 6, ['Mumbai', 'Pune', 'Chennai']],
  ['CA', 5, ['Toronto', 'Vancouver', 'Calgary']],
  ['AU', 4, ['Sydney', 'Perth']],
  ['MX', 4, ['Mexico City', 'Monterrey']],
  ['SG', 4, ['Singapore']],
];

const PRODUCT_NOUNS = {
  electronics: ['Headphones', 'Keyboard', 'Monitor', 'Webcam', 'Speaker', 'Charger', 'Tablet'],
  furniture: ['Desk', 'Chair', 'Bookshelf', 'Lamp', 'Sofa', 'Cabinet', 'Table'],
  clothing: ['Jacket', 'T-Shirt', 'Sweater', 'Trousers', 'Scarf', 'Socks', 'Hat'],
  grocery: ['Coffee', 'Green Tea', 'Olive Oil', 'Pasta', 'Honey', 'Granola', 'Chocolate'],
  books: ['Cookbook', 'Atlas', 'Novel', 'Dictionary', 'Field Guide', 'Almanac', 'Anthology'],
  toys: ['Puzzle', 'Kite', 'Board Game', 'Building Set', 'Plush Bear', 'Train Set', 'Yo-Yo'],
};
const PRODUCT_STYLES = ['Classic', 'Compact', 'Deluxe', 'Essential', 'Premium'];
/** Lowest and highest list price in cents. */
const PRICE_RANGE = { electronics: [1_990, 89_900], furniture: [3_900, 120_000], clothing: [900, 18_000], grocery: [250, 4_500], books: [700, 6_500], toys: [500, 12_000] };

const four = (n) => String(n).padStart(4, '0');
export const money = (cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** 800 customers; two of five signed up before the first order day. Names and addresses are plainly made up. */
export function* customers(random) {
  for (let id = 1; id <= 800; id += 1) {
    const [country, , cities] = random.weighted(COUNTRIES.map((entry) => [entry, entry[1]]));
    const signup = random.chance(40) ? random.int(FIRST_DAY - 365, FIRST_DAY) : random.int(FIRST_DAY + 1, LAST_DAY);
    yield {
      customer_id: id,
      full_name: `${country === 'KR' ? '고객' : 'Customer'} ${four(id)}`,
      email: `customer${four(id)}@example.com`,
      country_code: country,
      city: random.chance(6) ? null : random.pick(cities),
      segment: random.weighted([['consumer', 70], ['small_business', 20], ['enterprise', 10]]),
      signup_date: isoDay(signup),
      is_active: random.chance(85),
    };
  }
}

/** 200 products, each name once. */
export function* products(random) {
  for (let id = 1; id <= 200; id += 1) {
    const category = CATEGORIES[(id - 1) % CATEGORIES.length];
    const within = Math.floor((id - 1) / CATEGORIES.length);
    const nouns = PRODUCT_NOUNS[category];
    const [low, high] = PRICE_RANGE[category];
    const price = random.int(low, high);
    yield {
      product_id: id,
      sku: `${category.slice(0, 2).toUpperCase()}-${four(id)}`,
      product_name: `${PRODUCT_STYLES[Math.floor(within / nouns.length)]} ${nouns[within % nouns.length]}`,
      category,
      list_price: money(price),
      unit_cost: money(Math.floor((price * random.int(42, 78)) / 100)),
      discontinued: random.chance(8),
    };
  }
}
