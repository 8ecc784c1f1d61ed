import { SECOND_MS } from "@malote/syntax";
import type { AppContext } from "../app-context.ts";
import type { InstallationMetrics } from "../db/index.ts";
import { readRedisInfo } from "../queue/redis-info.ts";
import { createGaugeGroup, type GaugeGroup } from "./gauges.ts";

type Filler = { reset(): void; fill(installation: InstallationMetrics): void };

/** Metrics common to all processes: over all contas, by one database query. */
export function watchInstallation(app: AppContext): void {
  const { database, clock, metrics, log } = app;
  const group = createGaugeGroup(metrics.registry, async () => {
    for (const filler of fillers) filler.reset();
    const began = performance.now();
    try {
      const installation = await database.gatekeeper.measure(clock.now());
      for (const filler of fillers) filler.fill(installation);
      answer.set((performance.now() - began) / SECOND_MS);
      read.set(1);
    } catch (error) {
      log.warn({ err: error }, "as métricas da instalação não puderam ser lidas");
      read.set(0);
    }
  });
  const read = group.gauge("malote_medidas_lidas", "1 quando o banco respondeu a esta leitura.", []);
  const answer = group.gauge("malote_medidas_segundos", "Tempo em que o banco respondeu a esta leitura.", []);
  const fillers = [work(group), breakers(group), mail(group), webhooks(group), backups(group)];
  watchRedis(app);
}

function work({ gauge }: GaugeGroup): Filler {
  const tasks = gauge(
    "malote_tarefas",
    "Tarefas vencidas que esperam (até 10 000 de cada tipo), e em andamento.",
    ["tipo", "estado"],
  );
  const age = gauge(
    "malote_tarefa_mais_antiga_segundos",
    "Há quanto venceu a tarefa mais antiga que espera.",
    ["tipo"],
  );
  const givenUp = gauge("malote_tarefas_desistidas", "Tarefas de que se desistiu nas últimas 24 h.", [
    "tipo",
  ]);
  return {
    reset: () => [tasks, age, givenUp].forEach((each) => void each.reset()),
    fill: (installation) => {
      for (const { tipo, estado, quantas } of installation.tarefas) tasks.set({ tipo, estado }, quantas);
      for (const { tipo, segundos } of installation.idades) age.set({ tipo }, segundos);
      for (const { tipo, quantas } of installation.desistidas) givenUp.set({ tipo }, quantas);
    },
  };
}

function breakers({ gauge }: GaugeGroup): Filler {
  const breakerGauge = gauge("malote_sefaz_disjuntor_aberto", "Disjuntores da SEFAZ: 1 = aberto.", [
    "disjuntor",
  ]);
  const stored = gauge("malote_armazenamento_bytes", "O que está guardado, por tipo, na última medição.", [
    "tipo",
  ]);
  const usage = gauge("malote_uso_mes", "O que as contas guardaram neste mês.", ["de"]);
  const certificados = gauge("malote_certificados", "Certificados das empresas, pelo prazo que lhes falta.", [
    "prazo",
  ]);
  return {
    reset: () => [breakerGauge, usage, stored, certificados].forEach((each) => void each.reset()),
    fill: (installation) => {
      for (const { disjuntor, aberto } of installation.disjuntores)
        breakerGauge.set({ disjuntor }, aberto ? 1 : 0);
      for (const { de, quanto } of installation.uso) usage.set({ de }, quanto);
      for (const { tipo, bytes } of installation.armazenamento) stored.set({ tipo }, bytes);
      for (const { prazo, quantos } of installation.certificados) certificados.set({ prazo }, quantos);
    },
  };
}

function mail({ gauge }: GaugeGroup): Filler {
  const caixas = gauge("malote_caixas", "Caixas de e-mail: todas, com erro, silenciosas.", ["estado"]);
  const outgoingEmails = gauge(
    "malote_envios_esperam",
    "E-mails do Malote que ainda não saíram (até 10 000).",
    [],
  );
  const age = gauge("malote_envio_mais_antigo_segundos", "Há quanto espera o mais antigo deles.", []);
  const notifications = gauge(
    "malote_avisos_operador",
    "Avisos ao operador: abertos, e os que o servidor de e-mail recusou.",
    ["estado"],
  );
  return {
    reset: () => [caixas, outgoingEmails, age, notifications].forEach((each) => void each.reset()),
    fill: (installation) => {
      for (const estado of ["todas", "erro", "silenciosa"] as const)
        caixas.set({ estado }, installation.caixas[estado]);
      outgoingEmails.set(installation.envios.esperam);
      age.set(installation.envios.idade);
      notifications.set({ estado: "aberto" }, installation.avisos.abertos);
      notifications.set({ estado: "falhando" }, installation.avisos.falhando);
    },
  };
}

function webhooks({ gauge }: GaugeGroup): Filler {
  const states = gauge("malote_webhooks", "Webhooks: ativos, e os que o Malote desligou.", ["estado"]);
  const waiting = gauge("malote_webhook_entregas_esperam", "Avisos a webhooks que esperam (até 10 000).", []);
  const age = gauge(
    "malote_webhook_entrega_mais_antiga_segundos",
    "Há quanto espera o mais antigo deles.",
    [],
  );
  return {
    reset: () => [states, waiting, age].forEach((each) => void each.reset()),
    fill: (installation) => {
      states.set({ estado: "ativo" }, installation.webhooks.ativos);
      states.set({ estado: "desligado" }, installation.webhooks.desligados);
      waiting.set(installation.webhooks.esperam);
      age.set(installation.webhooks.idade);
    },
  };
}

function backups({ gauge }: GaugeGroup): Filler {
  const ok = gauge("malote_backup_ok", "O último backup, e a última conferência: 1 = terminou bem.", [
    "tipo",
  ]);
  const age = gauge("malote_backup_idade_segundos", "Idade do último que terminou bem.", ["tipo"]);
  const duration = gauge("malote_backup_duracao_segundos", "Quanto durou.", ["tipo"]);
  const bytes = gauge("malote_backup_bytes", "Tamanho do backup inteiro.", ["tipo"]);
  return {
    reset: () => [ok, age, duration, bytes].forEach((each) => void each.reset()),
    fill: (installation) => {
      for (const each of installation.backups) {
        const { tipo } = each;
        ok.set({ tipo }, each.ok ? 1 : 0);
        if (each.idade !== null) age.set({ tipo }, each.idade);
        if (each.duracao !== null) duration.set({ tipo }, each.duracao);
        if (each.bytes !== null) bytes.set({ tipo }, each.bytes);
      }
    },
  };
}

/** Registered also without Redis, so that alerts find the names; then they have no value. */
function watchRedis({ config, metrics }: AppContext): void {
  const { gauge } = createGaugeGroup(metrics.registry, async () => {
    memory.reset();
    if (config.redisUrl === null) return up.remove();
    const info = await readRedisInfo(config.redisUrl);
    up.set(info === null ? 0 : 1);
    if (info === null) return;
    memory.set({ de: "usada" }, info.used);
    memory.set({ de: "limite" }, info.max);
  });
  const up = gauge("malote_redis_no_ar", "1 quando o Redis responde.", []);
  const memory = gauge(
    "malote_redis_memoria_bytes",
    "Memória do Redis: usada, e o limite dele (0 = nenhum).",
    ["de"],
  );
}
