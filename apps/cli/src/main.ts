import { Unavailable, USAGE, UsageError } from './usage.js';

const { stdin, stdout, stderr } = process;

// Each command is loaded when it is asked for: parsers and worker threads are not needed to verify a file.
async function main([command, ...args]: string[]): Promise<number> {
  switch (command) {
    case 'gate': return (await import('./commands/gate.js')).gateCommand(args, stdin, stdout, stderr);
    case 'ask': return (await import('./commands/ask.js')).askCommand(args, stdin, stdout, stderr);
    case 'align': return (await import('./commands/align.js')).alignCommand(args, stdin, stdout, stderr);
    case 'ground': return (await import('./commands/ground.js')).groundCommand(args, stdin, stdout);
    case 'equal': return (await import('./commands/equal.js')).equalCommand(args, stdin, stdout);
    case 'audit':
      if (args[0] === 'verify') return (await import('./commands/audit-verify.js')).auditVerifyCommand(args.slice(1), stdin, stdout, stderr);
      throw new UsageError('audit knows one command: verify');
    case 'schema':
      if (args[0] === 'search') return (await import('./commands/schema-search.js')).schemaSearchCommand(args.slice(1), stdin, stdout);
      throw new UsageError('schema knows one command: search');
    case 'pack':
      if (args[0] === 'lint') return (await import('./commands/pack-lint.js')).packLintCommand(args.slice(1), stdout);
      if (args[0] === 'draft') return (await import('./commands/pack-draft.js')).packDraftCommand(args.slice(1), stdout);
      if (args[0] === 'diff') return (await import('./commands/pack-diff.js')).packDiffCommand(args.slice(1), stdout);
      if (args[0] === 'publish') return (await import('./commands/pack-publish.js')).packPublishCommand(args.slice(1), process.env, stdout, stderr);
      if (args[0] === 'test') return (await import('./commands/pack-test.js')).packTestCommand(args.slice(1), stdout);
      if (args[0] === 'schema') return (await import('./commands/pack-schema.js')).packSchemaCommand(args.slice(1), stdout);
      throw new UsageError('pack knows these commands: lint, draft, diff, test, publish, schema');
    case 'eval':
      if (args[0] === 'run') return (await import('./commands/eval-run.js')).evalRunCommand(args.slice(1));
      throw new UsageError('eval knows one command: run');
    case 'keys': return (await import('./commands/keys.js')).keysCommand(args, process.env, stdout);
    case 'help': case '--help': case '-h':
      stdout.write(USAGE);
      return 0;
    case undefined: throw new UsageError('a command is needed');
    default: throw new UsageError(`there is no command ${command}`);
  }
}

/** node:util's parseArgs names its own errors so. */
function isUsage(error: unknown): error is Error {
  return error instanceof UsageError || (error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'));
}

// Whoever reads may stop reading (`… | head`): no reason for a stack trace.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

main(process.argv.slice(2)).then(
  (status) => (process.exitCode = status),
  (error: unknown) => {
    if (isUsage(error)) stderr.write(`countersign: ${error.message}\n\n${USAGE}`);
    else if (error instanceof Unavailable) stderr.write(`countersign: ${error.message}\n`);
    else stderr.write(`countersign: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(isUsage(error) ? 2 : 1);
  },
);
