import { ROOT, runScript } from './bootstrap.mjs';
import { checkMessages } from './lib/messages.mjs';
import { checkRooms } from './lib/rooms.mjs';

/** `npm run check`: the rules of the house and the words, in a second and with nothing installed. */
await runScript(() => {
  const problems = [...checkRooms(ROOT), ...checkMessages(ROOT)];
  for (const { file, line, rule, message } of problems) process.stderr.write(`${file}:${line} [${rule}]\n  ${message}\n`);
  if (problems.length > 0) {
    process.stderr.write(`${problems.length} broken ${problems.length === 1 ? 'rule' : 'rules'}\n`);
    process.exitCode = 1;
  } else process.stdout.write('Rules of the house: kept\n');
});
