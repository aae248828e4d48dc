# syntax=docker/dockerfile:1

# Installs and builds as npm start does, then keeps what the service needs to run: the pinned runtime and the production
# packages, without source maps, what Next has for development and its experiments, and Prisma's compilers but the one that's used.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm run build
RUN mkdir bin && cp -L node_modules/.bin/node bin/node
# Of the optional packages, only the decoders of pictures are needed.
RUN cp -R node_modules/@img img && npm prune --omit=dev --omit=optional --ignore-scripts \
  && cp -R img/. node_modules/@img && rm -r img
RUN rm -rf node_modules/.cache .next/cache .next/dev .next/diagnostics .next/trace* .next/types node_modules/bintrees/test \
  && find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name 'query_compiler_fast_bg.postgresql*.mjs' -delete \
  && (cd node_modules/next/dist && rm -rf docs esm bundle-analyzer */capsize-font-metrics.json compiled/*-experimental \
    compiled/next-server/*.dev.js compiled/next-server/*-experimental.*.js) \
  && find .next node_modules \( -name '*.map' -o -name '*.development.js' -o -name '*.d.ts' -o -name '*.d.mts' \) -delete
# Next writes the chunk that routes share once per route, which is 47 MB.
RUN find .next/server/chunks -type f -exec sha256sum {} + | sort \
  | awk '$1 == hash { print file; print $2 } $1 != hash { hash = $1; file = $2 }' | xargs -r -n 2 ln -f

# A checkout may be readable for its owner only, and the service runs as another user.
RUN chmod -R a+rX .

# The runtime is the one package.json pins. There's no PostgreSQL in the image, because data has to outlive a container:
# it runs in another one (compose.yaml), or elsewhere (DATABASE_URL).
FROM debian:bookworm-slim
# For files that people send, unless they're in S3, and for backups: mount a volume at each.
RUN install -d -o 10001 -g 10001 -m 700 /data /backups
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/app/bin:/usr/local/bin:/usr/bin:/bin \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "server/check-health.mjs"]
CMD ["node", "--max-semi-space-size=16", "server/start.ts"]
