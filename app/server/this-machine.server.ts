import { BlockList, isIP, isIPv6 } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** A DNS server may say that such a name is elsewhere (RFC 6761, section 6.3). */
export const isLocalName = (host: string): boolean =>
  /(?:^|\.)localhost\.?$/i.test(host);

/** Whether nothing that is sent to a host leaves this machine. */
export const isThisMachine = (host: string): boolean =>
  isIP(host)
    ? loopback.check(host, isIPv6(host) ? "ipv6" : "ipv4")
    : isLocalName(host);
