import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup, resolveTxt } from 'node:dns/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import { connect as connectSafely } from 'node:tls';
import { Worker } from 'node:worker_threads';

/** Every way in which a module could open a connection, each to its own reserved address (RFC 2606, RFC 5737): the record must contain them all. */
const nobody = () => undefined;
for (const socket of [connect(9, '192.0.2.1'), connectSafely({ host: '192.0.2.2', port: 443 }), connect('/nowhere/at-all.sock')])
  socket.on('error', nobody);
get('http://192.0.2.3:8080/').on('error', nobody);
createSocket('udp4').on('error', nobody).send('x', 53, '192.0.2.4', nobody);
for (const answer of [fetch('https://192.0.2.5/'), fetch('http://fetch.invalid/'), lookup('lookup.invalid'), resolveTxt('resolve.invalid')])
  answer.catch(nobody);
// A thread that is started without the variables of the process.
new Worker("require('node:net').connect(9, '192.0.2.6').on('error', () => undefined)", { eval: true, env: {} });
spawn(process.execPath, ['-e', "require('node:net').connect(9, '192.0.2.7').on('error', () => undefined)"]);
// Until it is killed.
setInterval(nobody, 60_000);
