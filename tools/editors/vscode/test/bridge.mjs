// SPDX-License-Identifier: Apache-2.0
// Connects WebSockets to programs with the protocol on standard input and output.
//
// For tests only: it starts a program for anyone who connects.
import { spawn } from 'node:child_process';
import { WebSocketServer } from 'ws';

const end = Buffer.from('\r\n\r\n');

/** Calls `take` with the text of each message in a stream with headers (LSP 3.17, base protocol). */
export function readMessages(stream, take) {
  let rest = Buffer.alloc(0);
  stream.on('data', chunk => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const header = rest.indexOf(end);
      if (header < 0) return;
      const length = Number(/^Content-Length: (\d+)$/im.exec(rest.toString('ascii', 0, header))[1]);
      const begin = header + end.length;
      if (rest.length < begin + length) return;
      take(rest.toString('utf8', begin, begin + length));
      rest = rest.subarray(begin + length);
    }
  });
}

/** Starts a program for each WebSocket at `path` of the HTTP server. Returns a function that closes all of them. */
export function bridge(server, path, command, args) {
  const sockets = new WebSocketServer({ server, path });
  sockets.on('connection', socket => {
    const program = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    readMessages(program.stdout, text => socket.send(text));
    socket.on('message', data => program.stdin.write(`Content-Length: ${data.length}\r\n\r\n${data}`));
    socket.on('close', () => program.stdin.end());
    program.on('exit', () => socket.close());
    program.stdin.on('error', () => socket.close());
  });
  return () => {
    for (const socket of sockets.clients) socket.close();
  };
}
