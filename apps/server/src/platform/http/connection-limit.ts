import type { Server } from 'node:http';
import { BlockList, isIPv4, type Socket } from 'node:net';
import { clientKeyOf } from '../fairness/client-key.ts';

export interface ConnectionLimitOptions {
  maxPerAddress: number;
  /** Proxies, which have the connections of many clients. Their requests are counted instead. */
  trustProxy: readonly string[];
  /** Requests in progress on a connection. */
  requestsOn(socket: Socket): number;
}

/**
 * Limits the connections of each address, because an open one costs memory even if nothing is sent. A new one replaces one of
 * the same address that is idle, so that the browsers of an office, which keep theirs open, are not refused.
 */
export function limitConnections(server: Server, options: ConnectionLimitOptions): void {
  const { maxPerAddress, requestsOn } = options;
  const proxies = toBlockList(options.trustProxy);
  /** In order of their start. */
  const byAddress = new Map<string, Set<Socket>>();

  function remove(address: string, socket: Socket): void {
    const sockets = byAddress.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) byAddress.delete(address);
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isListed(proxies, remoteAddress)) return;
    const address = clientKeyOf(remoteAddress);
    const sockets = byAddress.get(address) ?? new Set();
    byAddress.set(address, sockets);
    if (sockets.size >= maxPerAddress) {
      const idle = [...sockets].find((each) => requestsOn(each) === 0);
      if (!idle) {
        socket.destroy();
        return;
      }
      remove(address, idle);
      idle.destroy();
      byAddress.set(address, sockets);
    }
    sockets.add(socket);
    socket.once('close', () => remove(address, socket));
  });
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** IPv4 addresses appear as IPv6 on a socket that accepts both. */
function isListed(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return list.check(plain, familyOf(plain));
}
