# syntax=docker/dockerfile:1
# One image for setup (runs first, once), http, worker and backup. See docker-compose.yml.

FROM node:24.18.0-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
COPY apps apps
RUN npm ci --no-audit --no-fund --include=dev
COPY . .
RUN node scripts/build-image.mjs /image

FROM node:24.18.0-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/dados SANDBOX=0
WORKDIR /app
# Charts in exports need an installed font.
RUN apt-get update && apt-get install -y --no-install-recommends fontconfig fonts-liberation && rm -rf /var/lib/apt/lists/*
RUN mkdir /dados /backups && chown node:node /dados /backups
COPY --from=build /image .
USER node
VOLUME /dados
EXPOSE 3000
CMD ["node", "--enable-source-maps", "apps/server/dist/http.mjs"]
