import { DAY_MS } from "@malote/syntax";
import { Gauge } from "prom-client";
import type { AppContext } from "../app-context.ts";
import { checkHealth } from "../health/check-health.ts";
import { readDiskSpace } from "./disk-space.ts";
import { createGaugeGroup } from "./gauges.ts";
import { readOperatorCertificates } from "./operator-certificates.ts";

/** Metrics of this process and of its machine. */
export function watchProcess(app: AppContext): void {
  watchPool(app);
  watchDisk(app);
  watchHealth(app);
  watchCertificates(app);
}

function watchPool({ database, metrics }: AppContext): void {
  new Gauge({
    name: "malote_banco_conexoes",
    help: "Conexões deste processo com o banco, por uso, e os que esperam por uma.",
    labelNames: ["uso"],
    registers: [metrics.registry],
    collect() {
      const { open: abertas, idle: livres, waiting: espera } = database.pool();
      this.set({ uso: "ocupada" }, abertas - livres);
      this.set({ uso: "livre" }, livres);
      this.set({ uso: "espera" }, espera);
    },
  });
}

function watchDisk(app: AppContext): void {
  const { gauge } = createGaugeGroup(app.metrics.registry, async () => {
    for (const { pasta, livre, total } of await readDiskSpace(app)) {
      free.set({ pasta }, livre);
      size.set({ pasta }, total);
    }
  });
  const free = gauge("malote_disco_livre_bytes", "Espaço livre no disco da pasta.", ["pasta"]);
  const size = gauge("malote_disco_bytes", "Tamanho do disco da pasta.", ["pasta"]);
}

function watchHealth(app: AppContext): void {
  const { gauge } = createGaugeGroup(app.metrics.registry, async () => {
    health.reset();
    for (const { name, ok } of await checkHealth(app)) health.set({ verificacao: name }, ok ? 1 : 0);
    await app.database.gatekeeper.countWorkers().then(
      ({ vivos }) => workers.set(vivos),
      () => workers.reset(), // verificacao="banco" reports it
    );
    const { lookedAt } = app.dispatching;
    if (lookedAt !== null) look.set((performance.now() - lookedAt) / 1_000);
  });
  const health = gauge("malote_saude", "O que cada verificação achou: 1 = está bem.", ["verificacao"]);
  const workers = gauge("malote_workers", "Workers que deram sinal de vida ao banco nos últimos 45 s.", []);
  const look = gauge(
    "malote_distribuidor_idade_segundos",
    "Há quanto tempo o distribuidor deste worker procurou trabalho.",
    [],
  );
}

function watchCertificates({ config, clock, metrics }: AppContext): void {
  const { gauge } = createGaugeGroup(metrics.registry, async () => {
    days.reset();
    for (const { qual, validTo } of readOperatorCertificates(config))
      days.set({ qual }, (validTo.getTime() - clock.now().getTime()) / DAY_MS);
  });
  const days = gauge(
    "malote_certificado_operador_dias",
    "Dias que faltam aos certificados do operador: o que consulta a SEFAZ e o da porta do feed.",
    ["qual"],
  );
}
