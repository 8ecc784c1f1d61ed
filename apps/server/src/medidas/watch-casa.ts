import type { AppContext } from "../app-context.ts";
import type { MedidaCasa } from "../db/index.ts";
import { readRedisInfo } from "../fila/redis-info.ts";
import { createGaugeGroup, type GaugeGroup } from "./gauges.ts";

const MS_PER_S = 1_000;

type Filler = { reset(): void; fill(medida: MedidaCasa): void };

/** Metrics common to all processes: over all contas, by one database query. */
export function watchCasa(app: AppContext): void {
  const { database, clock, medidas, log } = app;
  const group = createGaugeGroup(medidas.registry, async () => {
    for (const filler of fillers) filler.reset();
    const began = performance.now();
    try {
      const medida = await database.portaria.measure(clock.now());
      for (const filler of fillers) filler.fill(medida);
      answer.set((performance.now() - began) / MS_PER_S);
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
  const tarefas = gauge(
    "malote_tarefas",
    "Tarefas vencidas que esperam (até 10 000 de cada tipo), e em andamento.",
    ["tipo", "estado"],
  );
  const idade = gauge(
    "malote_tarefa_mais_antiga_segundos",
    "Há quanto venceu a tarefa mais antiga que espera.",
    ["tipo"],
  );
  const desistidas = gauge("malote_tarefas_desistidas", "Tarefas de que se desistiu nas últimas 24 h.", [
    "tipo",
  ]);
  return {
    reset: () => [tarefas, idade, desistidas].forEach((each) => void each.reset()),
    fill: (medida) => {
      for (const { tipo, estado, quantas } of medida.tarefas) tarefas.set({ tipo, estado }, quantas);
      for (const { tipo, segundos } of medida.idades) idade.set({ tipo }, segundos);
      for (const { tipo, quantas } of medida.desistidas) desistidas.set({ tipo }, quantas);
    },
  };
}

function breakers({ gauge }: GaugeGroup): Filler {
  const disjuntores = gauge("malote_sefaz_disjuntor_aberto", "Disjuntores da SEFAZ: 1 = aberto.", [
    "disjuntor",
  ]);
  const guardado = gauge("malote_armazenamento_bytes", "O que está guardado, por tipo, na última medição.", [
    "tipo",
  ]);
  const uso = gauge("malote_uso_mes", "O que as contas guardaram neste mês.", ["de"]);
  const certificados = gauge("malote_certificados", "Certificados das empresas, pelo prazo que lhes falta.", [
    "prazo",
  ]);
  return {
    reset: () => [disjuntores, uso, guardado, certificados].forEach((each) => void each.reset()),
    fill: (medida) => {
      for (const { disjuntor, aberto } of medida.disjuntores) disjuntores.set({ disjuntor }, aberto ? 1 : 0);
      for (const { de, quanto } of medida.uso) uso.set({ de }, quanto);
      for (const { tipo, bytes } of medida.armazenamento) guardado.set({ tipo }, bytes);
      for (const { prazo, quantos } of medida.certificados) certificados.set({ prazo }, quantos);
    },
  };
}

function mail({ gauge }: GaugeGroup): Filler {
  const caixas = gauge("malote_caixas", "Caixas de e-mail: todas, com erro, silenciosas.", ["estado"]);
  const envios = gauge("malote_envios_esperam", "E-mails do Malote que ainda não saíram (até 10 000).", []);
  const idade = gauge("malote_envio_mais_antigo_segundos", "Há quanto espera o mais antigo deles.", []);
  const avisos = gauge(
    "malote_avisos_operador",
    "Avisos ao operador: abertos, e os que o servidor de e-mail recusou.",
    ["estado"],
  );
  return {
    reset: () => [caixas, envios, idade, avisos].forEach((each) => void each.reset()),
    fill: (medida) => {
      for (const estado of ["todas", "erro", "silenciosa"] as const)
        caixas.set({ estado }, medida.caixas[estado]);
      envios.set(medida.envios.esperam);
      idade.set(medida.envios.idade);
      avisos.set({ estado: "aberto" }, medida.avisos.abertos);
      avisos.set({ estado: "falhando" }, medida.avisos.falhando);
    },
  };
}

function webhooks({ gauge }: GaugeGroup): Filler {
  const estados = gauge("malote_webhooks", "Webhooks: ativos, e os que o Malote desligou.", ["estado"]);
  const esperam = gauge("malote_webhook_entregas_esperam", "Avisos a webhooks que esperam (até 10 000).", []);
  const idade = gauge(
    "malote_webhook_entrega_mais_antiga_segundos",
    "Há quanto espera o mais antigo deles.",
    [],
  );
  return {
    reset: () => [estados, esperam, idade].forEach((each) => void each.reset()),
    fill: (medida) => {
      estados.set({ estado: "ativo" }, medida.webhooks.ativos);
      estados.set({ estado: "desligado" }, medida.webhooks.desligados);
      esperam.set(medida.webhooks.esperam);
      idade.set(medida.webhooks.idade);
    },
  };
}

function backups({ gauge }: GaugeGroup): Filler {
  const ok = gauge("malote_backup_ok", "O último backup, e a última conferência: 1 = terminou bem.", [
    "tipo",
  ]);
  const idade = gauge("malote_backup_idade_segundos", "Idade do último que terminou bem.", ["tipo"]);
  const duracao = gauge("malote_backup_duracao_segundos", "Quanto durou.", ["tipo"]);
  const bytes = gauge("malote_backup_bytes", "Tamanho do backup inteiro.", ["tipo"]);
  return {
    reset: () => [ok, idade, duracao, bytes].forEach((each) => void each.reset()),
    fill: (medida) => {
      for (const each of medida.backups) {
        const { tipo } = each;
        ok.set({ tipo }, each.ok ? 1 : 0);
        if (each.idade !== null) idade.set({ tipo }, each.idade);
        if (each.duracao !== null) duracao.set({ tipo }, each.duracao);
        if (each.bytes !== null) bytes.set({ tipo }, each.bytes);
      }
    },
  };
}

/** Registered also without Redis, so that alerts find the names; then they have no value. */
function watchRedis({ config, medidas }: AppContext): void {
  const { gauge } = createGaugeGroup(medidas.registry, async () => {
    memoria.reset();
    if (config.redisUrl === null) return up.remove();
    const info = await readRedisInfo(config.redisUrl);
    up.set(info === null ? 0 : 1);
    if (info === null) return;
    memoria.set({ de: "usada" }, info.usada);
    memoria.set({ de: "limite" }, info.max);
  });
  const up = gauge("malote_redis_no_ar", "1 quando o Redis responde.", []);
  const memoria = gauge(
    "malote_redis_memoria_bytes",
    "Memória do Redis: usada, e o limite dele (0 = nenhum).",
    ["de"],
  );
}
