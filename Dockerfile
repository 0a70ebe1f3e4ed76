# deploy/README.md has the commands.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false
COPY . .
# The clone may be root's alone.
RUN chmod -R go+rX .
ARG COMMIT
# npm keeps TypeScript, which Remix names as an optional peer.
RUN npm run build && npm prune --omit=dev --include=prod --workspaces=false && rm -r node_modules/typescript

FROM ${NODE_IMAGE}
WORKDIR /site
# tsx, which runs the commands, would cache in a folder for temporary files.
ENV NODE_ENV=production DATA_DIR=/data TSX_DISABLE_CACHE=1
COPY --from=build /site ./
# Node's compile cache, which the build fills, belongs to one user.
RUN rm -rf build/compile-cache && mkdir -m 700 /data build/compile-cache \
  && chown node:node /data build/compile-cache
USER node
RUN node --import tsx tools/warm-compile-cache.ts
VOLUME /data
EXPOSE 3000
# Healthy once the database is open, which `docker compose up --wait` waits for.
HEALTHCHECK --start-period=30s --interval=5s --timeout=5s \
  CMD ["node", "app/server/healthy.js"]
# The command of `npm start`, without npm, so that SIGTERM reaches the site.
CMD ["node", "--liftoff-only", "--max-old-space-size=512", "--max-semi-space-size=4", "--import=./app/server/load-env.js", "node_modules/@remix-run/serve/dist/cli.js", "app/server/start.js"]
