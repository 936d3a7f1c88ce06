import { describe, expect, it } from 'vitest';
import { estimateOf } from './showplan.js';

const plan = (...statements: string[]) => `<?xml version="1.0" encoding="utf-16"?><ShowPlanXML xmlns="http://schemas.microsoft.com/sqlserver/2004/07/showplan" Version="1.564" Build="16.0.4135.4"><BatchSequence><Batch><Statements>${statements.join('')}</Statements></Batch></BatchSequence></ShowPlanXML>`;
const statement = (type: string, body = '') => `<StmtSimple StatementCompId="1" StatementEstRows="10" StatementId="1" StatementSubTreeCost="0.512" StatementText="SELECT &lt;StmtSimple StatementType=&quot;DELETE&quot;/&gt; a &gt; 1" StatementType="${type}">${body}</StmtSimple>`;

const LOOPS = `<StatementSetOptions QUOTED_IDENTIFIER="true" /><QueryPlan CachedPlanSize="40"><RelOp AvgRowSize="11" EstimatedTotalSubtreeCost="0.512" EstimateRebinds="0" EstimateRewinds="0" EstimateRows="10" LogicalOp="Top" NodeId="0" PhysicalOp="Top"><OutputList /><Top><RelOp EstimatedTotalSubtreeCost="0.5" EstimateRebinds="0" EstimateRewinds="0" EstimateRows="1000" LogicalOp="Inner Join" NodeId="1" PhysicalOp="Nested Loops"><OutputList><ColumnReference Database="[lab]" Schema="[dbo]" Table="[orders]" Column="id" /></OutputList><NestedLoops>` +
  `<RelOp EstimatedTotalSubtreeCost="0.1" EstimateRebinds="0" EstimateRewinds="0" EstimateRows="999.4" EstimatedRowsRead="250000" LogicalOp="Clustered Index Scan" NodeId="2" PhysicalOp="Clustered Index Scan"><OutputList /><IndexScan><Object Database="[lab]" Schema="[sales]" Table="[odd]]name]" Index="[PK]" /></IndexScan></RelOp>` +
  `<RelOp EstimatedTotalSubtreeCost="0.2" EstimateRebinds="998" EstimateRewinds="1" EstimateRows="3000.5" LogicalOp="Index Seek" NodeId="3" PhysicalOp="Index Seek"><OutputList /><IndexScan><Object Database="[lab]" Schema="[dbo]" Table="[lines]" /></IndexScan></RelOp></NestedLoops></RelOp></Top></RelOp></QueryPlan>`;

describe('a plan of SQL Server', () => {
  it('gives cost, the most rows that any operator meets, and what is read whole', () => {
    const estimate = estimateOf(plan(statement('SELECT', LOOPS)));
    // The inner side of the loop is executed a thousand times.
    expect(estimate).toMatchObject({ available: true, cost: 1, rows: 3_000_500, fullScans: ['sales.odd]name'] });
    expect(estimate.plan).toEqual([
      { depth: 0, node: 'Top', rows: 10, cost: 1 },
      { depth: 1, node: 'Nested Loops', rows: 1_000, cost: 1 },
      { depth: 2, node: 'Clustered Index Scan', relation: 'sales.odd]name', rows: 250_000, cost: 1 },
      { depth: 2, node: 'Index Seek', relation: 'dbo.lines', rows: 3_000_500, cost: 1 },
    ]);
  });

  it('takes a statement without a query', () => {
    expect(estimateOf(plan('<StmtSimple StatementType="SELECT WITHOUT QUERY" StatementText="SELECT 1" />'))).toMatchObject({ available: true, cost: 0, rows: 0 });
  });

  it.each([
    ['INSERT', [statement('INSERT')], 'INSERT'],
    ['SELECT INTO', [statement('SELECT INTO')], 'SELECT INTO'],
    ['EXECUTE', [statement('EXECUTE PROC')], 'EXECUTE PROC'],
    ['COMMIT', [statement('COMMIT TRANSACTION')], 'COMMIT TRANSACTION'],
    ['a condition', ['<StmtCond StatementType="COND"><Condition /><Then><Statements /></Then></StmtCond>'], 'COND'],
    ['a cursor', ['<StmtCursor StatementType="DECLARE CURSOR"></StmtCursor>'], 'DECLARE CURSOR'],
    ['a queue read', ['<StmtReceive StatementText="RECEIVE" />'], 'StmtReceive'],
    ['two queries', [statement('SELECT'), statement('SELECT')], '2 statements'],
  ])('refuses %s by the server’s own word', (_what, statements, detail) => {
    expect(() => estimateOf(plan(...statements))).toThrow(expect.objectContaining({ kind: 'query-failed', params: { kind: 'not-one-select', detail } }));
  });

  it.each(['', '<ShowPlanXML/>', 'no plan at all'])('refuses %j as no plan', (xml) => {
    expect(() => estimateOf(xml)).toThrow(expect.objectContaining({ params: { kind: 'no-plan' } }));
  });

  it('keeps figures whole numbers, however large', () => {
    expect(estimateOf(plan(statement('SELECT').replace('"10"', '"1e+300"').replace('"0.512"', '"1.#INF"')))).toMatchObject({ rows: Number.MAX_SAFE_INTEGER, cost: 0 });
  });
});
