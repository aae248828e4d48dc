# syntax=docker/dockerfile:1

# Installs and builds as npm start does, and collects the files needed to run.
FROM node:26-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN --mount=type=cache,target=/root/.npm node server/launch.mjs server/image/collect.ts /image

# The runtime is the one package.json pins. There's no PostgreSQL in the image, because data has to outlive a container:
# it runs in another one (compose.yaml), or elsewhere (DATABASE_URL).
FROM debian:bookworm-slim
# Node is linked with it, and Debian's slim image lacks it.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
COPY --from=build /image /app
WORKDIR /app
ENV PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
    HOST=0.0.0.0 \
    PORT=3000
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "server/image/check-health.mjs"]
CMD ["node", "server/start.ts"]
