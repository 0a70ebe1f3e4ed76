# Runs as root in its own network and mount namespaces (unshare), so the machine
# does not change. On loopback a connection that the firewall drops would still
# count, so visitors come from another network, as real ones do.
set -e
mount -t tmpfs none /run
ip netns add visitors
ip link add site type veth peer name eth0 netns visitors
ip link set site up
ip address add 10.0.0.1/24 dev site
ip address add fd00::1/48 dev site nodad
ip -n visitors link set eth0 up
for address in 10.0.0.2/24 10.0.0.3/24 fd00::2/48 fd00::3/48 fd00:0:0:1::2/48; do
  case $address in
    *:*) ip -n visitors address add "$address" dev eth0 nodad ;;
    *) ip -n visitors address add "$address" dev eth0 ;;
  esac
done
nft -f deploy/nftables.conf
exec node --import tsx tests/support/programs/fill-connections.ts
