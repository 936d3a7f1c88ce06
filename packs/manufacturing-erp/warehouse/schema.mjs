// The demo warehouse as data: every engine's DDL is printed from here.

/** Raise when a row or a column changes. */
export const WAREHOUSE_VERSION = 1;

const column = (name, type, more = {}) => ({ name, type, nullable: false, ...more });
const optional = (name, type) => column(name, type, { nullable: true });
const to = (name, table) => ({ column: name, table, ref: name });

/** Tables in an order that satisfies the foreign keys. Types: int, text(n), date, boolean, numeric(p,s). */
export const TABLES = [
  {
    name: 'plants', comment: 'One row a plant.', primaryKey: ['plant_id'], foreignKeys: [],
    columns: [column('plant_id', 'int'), column('plant_name', 'text(60)'), column('country_code', 'text(2)')],
  },
  {
    name: 'warehouses', comment: 'One row a warehouse of a plant.', primaryKey: ['warehouse_id'], foreignKeys: [to('plant_id', 'plants')],
    columns: [column('warehouse_id', 'int'), column('plant_id', 'int'), column('warehouse_name', 'text(60)'), column('warehouse_type', 'text(20)')],
  },
  {
    name: 'items', comment: 'One row an item that is bought, kept or made.', primaryKey: ['item_id'], foreignKeys: [],
    columns: [column('item_id', 'int'), column('item_code', 'text(20)'), column('item_name', 'text(60)'), column('item_group', 'text(20)'), column('base_unit', 'text(4)'), column('standard_cost', 'numeric(14,2)'), column('is_active', 'boolean')],
  },
  {
    name: 'boms', comment: 'One row a bill of materials of a made item.', primaryKey: ['bom_id'], foreignKeys: [{ column: 'product_item_id', table: 'items', ref: 'item_id' }],
    columns: [column('bom_id', 'int'), column('bom_code', 'text(20)'), column('product_item_id', 'int')],
  },
  {
    name: 'bom_components', comment: 'One row a component of a bill of materials.', primaryKey: ['bom_id', 'component_item_id'],
    foreignKeys: [to('bom_id', 'boms'), { column: 'component_item_id', table: 'items', ref: 'item_id' }],
    columns: [column('bom_id', 'int'), column('component_item_id', 'int'), column('quantity_per', 'numeric(12,3)')],
  },
  {
    name: 'suppliers', comment: 'One row a supplier.', primaryKey: ['supplier_id'], foreignKeys: [],
    columns: [column('supplier_id', 'int'), column('supplier_name', 'text(60)'), column('country_code', 'text(2)'), optional('contact_email', 'text(80)')],
  },
  {
    name: 'item_suppliers', comment: 'Which supplier delivers which share of an item.', primaryKey: ['item_id', 'supplier_id'], foreignKeys: [to('item_id', 'items'), to('supplier_id', 'suppliers')],
    columns: [column('item_id', 'int'), column('supplier_id', 'int'), column('share_pct', 'numeric(5,2)')],
  },
  {
    name: 'cost_centers', comment: 'One row a cost center.', primaryKey: ['cost_center_id'], foreignKeys: [],
    columns: [column('cost_center_id', 'int'), column('cost_center_name', 'text(60)'), column('department', 'text(20)')],
  },
  {
    name: 'work_orders', comment: 'One row an order to make a quantity of one item.', primaryKey: ['work_order_id'], foreignKeys: [to('item_id', 'items'), to('plant_id', 'plants')],
    columns: [
      column('work_order_id', 'int'), column('item_id', 'int'), column('plant_id', 'int'), column('status', 'text(20)'), column('start_date', 'date'), column('due_date', 'date'), optional('completed_date', 'date'),
      column('planned_qty', 'numeric(12,2)'), column('completed_qty', 'numeric(12,2)'), column('scrapped_qty', 'numeric(12,2)'),
      column('material_cost', 'numeric(16,2)'), column('labor_cost', 'numeric(16,2)'), column('overhead_cost', 'numeric(16,2)'), optional('throughput_days', 'int'),
    ],
  },
  {
    name: 'work_order_cost_centers', comment: 'Which percent of a work order a cost center bears.', primaryKey: ['work_order_id', 'cost_center_id'], foreignKeys: [to('work_order_id', 'work_orders'), to('cost_center_id', 'cost_centers')],
    columns: [column('work_order_id', 'int'), column('cost_center_id', 'int'), column('allocation_pct', 'numeric(5,2)')],
  },
  {
    name: 'inventory_balances', comment: 'Stock of an item in a warehouse at the end of a working day.', primaryKey: ['item_id', 'warehouse_id', 'balance_date'], foreignKeys: [to('item_id', 'items'), to('warehouse_id', 'warehouses')],
    columns: [column('item_id', 'int'), column('warehouse_id', 'int'), column('balance_date', 'date'), column('quantity', 'numeric(14,2)'), column('stock_value', 'numeric(16,2)')],
  },
  {
    name: 'purchase_orders', comment: 'One row an order to a supplier.', primaryKey: ['purchase_order_id'], foreignKeys: [to('supplier_id', 'suppliers'), to('plant_id', 'plants')],
    columns: [column('purchase_order_id', 'int'), column('supplier_id', 'int'), column('plant_id', 'int'), column('order_date', 'date'), column('status', 'text(20)'), column('currency_code', 'text(3)'), column('exchange_rate', 'numeric(10,2)'), column('buyer_name', 'text(60)')],
  },
  {
    name: 'purchase_order_lines', comment: 'One row an item of a purchase order.', primaryKey: ['purchase_order_id', 'line_no'], foreignKeys: [to('purchase_order_id', 'purchase_orders'), to('item_id', 'items')],
    columns: [column('purchase_order_id', 'int'), column('line_no', 'int'), column('item_id', 'int'), column('quantity', 'numeric(12,2)'), column('unit_price', 'numeric(14,2)'), column('promised_date', 'date'), optional('received_date', 'date'), optional('lead_time_days', 'int')],
  },
  {
    name: 'inspections', comment: 'One row a quality inspection of an item.', primaryKey: ['inspection_id'], foreignKeys: [to('item_id', 'items'), to('work_order_id', 'work_orders')],
    columns: [column('inspection_id', 'int'), column('item_id', 'int'), optional('work_order_id', 'int'), column('inspection_date', 'date'), column('inspection_type', 'text(20)'), column('result', 'text(20)'), column('sample_size', 'int'), column('defect_count', 'int'), column('inspector_name', 'text(60)')],
  },
];
