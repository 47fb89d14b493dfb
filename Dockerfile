# syntax=docker/dockerfile:1
# Two stages: the first installs and builds, the second holds what runs. See docs/operations.md, A container.

# Any Linux with glibc and libatomic; the first stage needs Node 20 or newer and npm in it, too.
ARG BASE=node:26-bookworm-slim

FROM ${BASE} AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# The same build as npm start's, compressed files and stamp included.
RUN node --input-type=module -e "const { build } = await import('./scripts/bootstrap/build.mjs'); await build();"

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=65536
WORKDIR /site
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/build ./build
COPY --from=build /site/app ./app
COPY --from=build /site/migrations ./migrations
COPY --from=build /site/scripts ./scripts
COPY --from=build /site/package.json ./
# The code belongs to root and is read only; the data folder is the one place that may be written to.
RUN mkdir /data && chown 1000:1000 /data && chmod 700 /data
VOLUME /data
# A number, as not every base has a user of that name.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD ["node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "--max-semi-space-size=16", "scripts/serve.ts"]
