// SPDX-License-Identifier: Apache-2.0
// The connection to the server of src/server, which runs here.
import { AbstractMessageReader, AbstractMessageWriter, DataCallback, Disposable, Emitter, Message, MessageReader,
         MessageTransports, MessageWriter } from 'vscode-languageclient/browser';
import { ready } from 'linkspan';
import { Json } from './server/json';
import { Server } from './server/server';

class Reader extends AbstractMessageReader implements MessageReader {
  constructor(private readonly messages: Emitter<Message>) { super(); }

  listen(callback: DataCallback): Disposable {
    return this.messages.event(callback);
  }
}

class Writer extends AbstractMessageWriter implements MessageWriter {
  constructor(private readonly server: Server) { super(); }

  async write(message: Message): Promise<void> {
    this.server.receive(message as unknown as Json);
  }

  end(): void {}
}

/** Compiles the module, and connects. */
export async function connect(): Promise<MessageTransports> {
  await ready;
  const messages = new Emitter<Message>();
  // Later, as an answer must not come before the client waits for it.
  const server = new Server(message => queueMicrotask(() => messages.fire(message as unknown as Message)));
  return { reader: new Reader(messages), writer: new Writer(server) };
}
