import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_MEDIA, problemDocument } from './problem-document.js';

/** Answers what Node's parser refuses before Express sees it: headers too large, text that is not HTTP. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const document = tooLarge ? problemDocument('payload-too-large', { limit: '16 KB' }, 'en') : problemDocument('invalid-body', { detail: 'not an HTTP request' }, 'en');
    const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
    const body = JSON.stringify({ ...document, status: Number(status.slice(0, 3)) });
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: ${PROBLEM_MEDIA}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  });
}
