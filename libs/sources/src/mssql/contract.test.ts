import { mssqlDoubleLab } from '../spec/mssql-double-lab.js';
import { sourceContract } from '../spec/source.contract.js';

sourceContract('SQL Server (the TDS double)', mssqlDoubleLab);
