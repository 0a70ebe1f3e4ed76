import type { Mutations } from "./mutation";

export const deployment: Mutations = {
  "The unit file runs the command": [
    {
      file: "deploy/kandi.service",
      from: " --max-semi-space-size=16",
      test: "the command of npm start",
    },
    {
      file: "deploy/kandi.service",
      from: "StartLimitIntervalSec=0\n\n[Service]",
      to: "\n[Service]\nStartLimitIntervalSec=0",
      test: "without a warning",
    },
    {
      file: "deploy/kandi-backup.timer",
      from: "OnCalendar=*-*-* 03:10:00",
      to: "OnCalendar=weekly",
      test: "every day",
    },
    {
      file: "deploy/kandi-erase-old.service",
      from: "NoNewPrivileges=yes\n",
      test: "kandi-erase-old.service has few privileges",
    },
  ],
  "The image runs the command of `npm start`": [
    {
      file: "Dockerfile",
      from: "USER node\n",
      test: "who owns only the volume",
    },
    {
      file: "Dockerfile",
      from: " && npm prune --omit=dev && rm -r node_modules/typescript",
      test: "no development package",
    },
    {
      file: "Dockerfile",
      from: "TSX_DISABLE_CACHE=1",
      test: "on a read-only system",
    },
  ],
  "Behind `deploy/nginx.conf` nobody can forge": [
    {
      file: "deploy/nginx.conf",
      from: "proxy_set_header X-Real-IP $remote_addr;",
    },
  ],
  "Behind `deploy/Caddyfile` nobody can forge": [
    {
      file: "deploy/Caddyfile",
      from: "header_up X-Real-IP {remote_host}",
    },
  ],
  "With three processes behind nginx": [
    {
      file: "deploy/nginx.conf",
      from: "proxy_http_version 1.1;",
      to: "proxy_http_version 1.1;\n  proxy_next_upstream error timeout non_idempotent;",
      test: "an unsent post",
    },
    {
      file: "deploy/nginx.conf",
      from: "proxy_http_version 1.1;",
      to: "proxy_http_version 1.1;\n  proxy_next_upstream off;",
      test: "a killed process",
    },
  ],
};
