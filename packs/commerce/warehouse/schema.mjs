// The demo warehouse as data: every engine's DDL is printed from here, so that all engines hold the same columns.

/** Raise when a row, a column or a comment changes: `loadWarehouse` rebuilds a database that carries another version. */
export const WAREHOUSE_VERSION = 1;

export const SEGMENTS = ['consumer', 'small_business', 'enterprise'];
export const CATEGORIES = ['electronics', 'furniture', 'clothing', 'grocery', 'books', 'toys'];
export const ORDER_STATUSES = ['completed', 'shipped', 'pending', 'cancelled', 'returned'];
export const CHANNELS = ['web', 'mobile', 'store', 'partner'];
export const PAYMENT_METHODS = ['card', 'bank_transfer', 'wallet', 'voucher'];
export const PAYMENT_STATUSES = ['captured', 'refunded', 'failed'];

const column = (name, type, comment, more = {}) => ({ name, type, comment, nullable: false, ...more });
const oneOf = (values) => ({ values });

/** Tables in an order that satisfies the foreign keys. Types: int, text, char(2), date, boolean, numeric(p,s), timestamp. */
export const TABLES = [
  {
    name: 'customers',
    comment: 'One row per registered customer, whether or not they ever ordered.',
    primaryKey: ['customer_id'],
    foreignKeys: [],
    indexes: [],
    columns: [
      column('customer_id', 'int', 'Identifier of the customer.'),
      column('full_name', 'text', 'Full name of the customer. Personal data.'),
      column('email', 'text', 'E-mail address of the customer. Personal data.'),
      column('country_code', 'char(2)', 'Country where the customer is registered, ISO 3166-1 alpha-2.'),
      column('city', 'text', 'City where the customer is registered; NULL when unknown.', { nullable: true }),
      column('segment', 'text', 'Customer segment: consumer, small_business or enterprise.', oneOf(SEGMENTS)),
      column('signup_date', 'date', 'Day on which the customer registered.'),
      column('is_active', 'boolean', 'True while the account is active.'),
    ],
  },
  {
    name: 'products',
    comment: 'One row per product of the assortment, sold or not.',
    primaryKey: ['product_id'],
    foreignKeys: [],
    indexes: [],
    columns: [
      column('product_id', 'int', 'Identifier of the product.'),
      column('sku', 'text', 'Stock keeping unit, unique.'),
      column('product_name', 'text', 'Name of the product as shown to customers.'),
      column('category', 'text', 'Product category: electronics, furniture, clothing, grocery, books or toys.', oneOf(CATEGORIES)),
      column('list_price', 'numeric(12,2)', 'Current list price of one unit, in USD.'),
      column('unit_cost', 'numeric(12,2)', 'Cost of one unit, in USD.'),
      column('discontinued', 'boolean', 'True when the product is no longer offered.'),
    ],
  },
  {
    name: 'orders',
    comment: 'One row per order, in any status.',
    primaryKey: ['order_id'],
    foreignKeys: [{ columns: ['customer_id'], table: 'customers', refColumns: ['customer_id'] }],
    indexes: [['customer_id'], ['order_date']],
    columns: [
      column('order_id', 'int', 'Identifier of the order.'),
      column('customer_id', 'int', 'Customer who placed the order.'),
      column('order_date', 'date', 'Day on which the order was placed.'),
      column('status', 'text', 'Order status: completed, shipped, pending, cancelled or returned.', oneOf(ORDER_STATUSES)),
      column('channel', 'text', 'Sales channel: web, mobile, store or partner.', oneOf(CHANNELS)),
      column('ship_country_code', 'char(2)', 'Country the order is shipped to, ISO 3166-1 alpha-2.'),
      column('shipping_fee', 'numeric(12,2)', 'Shipping fee charged for the order, in USD.'),
    ],
  },
  {
    name: 'order_items',
    comment: 'One row per line of an order: one product with its quantity and price.',
    primaryKey: ['order_id', 'line_no'],
    foreignKeys: [
      { columns: ['order_id'], table: 'orders', refColumns: ['order_id'] },
      { columns: ['product_id'], table: 'products', refColumns: ['product_id'] },
    ],
    indexes: [['product_id']],
    columns: [
      column('order_id', 'int', 'Order the line belongs to.'),
      column('line_no', 'int', 'Number of the line within its order, from 1.'),
      column('product_id', 'int', 'Product sold on the line.'),
      column('quantity', 'int', 'Number of units ordered.'),
      column('unit_price', 'numeric(12,2)', 'Price of one unit before discount, in USD, as it was when the order was placed.'),
      column('discount_pct', 'numeric(5,2)', 'Discount on the line in percent, 0 to 100.'),
    ],
  },
  {
    name: 'payments',
    comment: 'One row per payment attempt or refund of an order; an order may have none or several.',
    primaryKey: ['payment_id'],
    foreignKeys: [{ columns: ['order_id'], table: 'orders', refColumns: ['order_id'] }],
    indexes: [['order_id'], ['paid_at']],
    columns: [
      column('payment_id', 'int', 'Identifier of the payment.'),
      column('order_id', 'int', 'Order the payment is for.'),
      column('paid_at', 'timestamp', 'Date and time of the payment, business time zone.'),
      column('amount', 'numeric(12,2)', 'Amount of the payment or refund, in USD, never negative.'),
      column('method', 'text', 'Payment method: card, bank_transfer, wallet or voucher.', oneOf(PAYMENT_METHODS)),
      column('status', 'text', 'Payment status: captured, refunded or failed.', oneOf(PAYMENT_STATUSES)),
    ],
  },
];
