import type { ResultOf } from "@malote/contract";
import { sampleCaixaDetail } from "../../src/features/caixa/sample-caixa.ts";
import { exampleId, exampleUsuario, listOf, NOW, ORDINARY } from "./conta-examples.ts";
import { type Answers, Refused } from "./fake-server.ts";

export type ApiToken = ResultOf<"ApiToken.getListApiToken">["results"][number];
export type Webhook = ResultOf<"Webhook.getListWebhook">["results"][number];
export type Delivery = ResultOf<"Webhook.getEntrega">["object"];
type Usuario = ResultOf<"Usuario.getListUsuario">["results"][number];

export function exampleToken(part: Partial<ApiToken> = {}): ApiToken {
  return {
    id: exampleId(61),
    nome: "ERP da matriz",
    escopos: ["notas:ler"],
    empresas: null,
    principal: false,
    criadoEm: NOW,
    criadoPor: "Marina Prado",
    expiraEm: null,
    expirado: false,
    ultimoUso: null,
    ultimoIp: null,
    chamadasHoje: 0,
    chamadas30Dias: 0,
    segredos: [
      {
        ...{ mascara: "mal_live_ab…wxyz9", criadoEm: NOW, criadoPor: "Marina Prado" },
        ...{ ultimoUso: null, ultimoIp: null, terminaEm: null },
      },
    ],
    ...part,
  };
}

export function exampleWebhook(part: Partial<Webhook> = {}): Webhook {
  return {
    id: exampleId(71),
    url: "https://erp.example/malote",
    descricao: "ERP da matriz",
    tipos: ["nota", "marca"],
    empresas: null,
    ativo: true,
    motivo: null,
    desativadoEm: null,
    mascara: "whsec_ab…",
    anteriorAte: null,
    criadoEm: NOW,
    ultimaEntregaEm: null,
    falhasSeguidas: 0,
    pendentes: 0,
    falhas: 0,
    ...part,
  };
}

export function exampleDelivery(part: Partial<Delivery> = {}): Delivery {
  return {
    id: exampleId(81),
    webhookId: exampleId(71),
    tipo: "teste",
    sequencia: null,
    notaId: null,
    estado: "entregue",
    tentativas: 1,
    criadoEm: NOW,
    ultimaEm: NOW,
    proximaEm: null,
    status: 200,
    ms: 31,
    erro: null,
    corpo: '{ "tipo": "teste" }',
    resposta: "recebido",
    ...part,
  };
}

/** A server that stores webhooks and their deliveries. */
export function webhookAnswers(stored: Webhook[], deliveries: Delivery[] = []): Answers {
  return {
    "Webhook.getListWebhook": () => listOf(stored),
    "Webhook.getListEntrega": () => listOf(deliveries),
    "Webhook.getEntrega": ({ id }) => {
      const found = deliveries.find((each) => each.id === id);
      if (!found) throw new Refused("Entrega não encontrada.");
      return { object: found };
    },
    "Webhook.saveWebhook": ({ webhook: { url, descricao, tipos } }) => {
      const saved = exampleWebhook({ url, descricao: descricao ?? url, tipos });
      stored.push(saved);
      return { object: { ...saved, segredo: "whsec_segredo" } };
    },
    "Webhook.testWebhook": () => {
      deliveries.unshift(exampleDelivery());
      return { object: exampleDelivery() };
    },
    "Webhook.deleteWebhook": () => {
      stored.length = 0;
      return {};
    },
  };
}

/** A server that stores API tokens. */
export function tokenAnswers(stored: ApiToken[]): Answers {
  return {
    "ApiToken.getListApiToken": () => listOf(stored),
    "ApiToken.saveApiToken": ({ apiToken: { nome, escopos } }) => {
      const saved = exampleToken({ nome, escopos });
      stored.push(saved);
      return { mensagem: "apiTokenGerado", object: { ...saved, token: "mal_live_segredo" } };
    },
    "ApiToken.revokeApiToken": () => {
      stored.length = 0;
      return { mensagem: "apiTokenRevogado" };
    },
  };
}

/** A server whose conta has Marina, its owner, and an ordinary user, Clara. */
export function usuarioAnswers(): Answers {
  const clara = { nome: "Clara", nomeUsuario: "clara", nomeCompleto: "Clara Nunes" };
  const stored = new Map<string, Usuario>(
    [exampleUsuario(), exampleUsuario({ ...ORDINARY, ...clara, id: exampleId(3) })].map((each) => [
      each.id,
      each,
    ]),
  );
  const find = (id: string): Usuario => {
    const found = stored.get(id);
    if (!found) throw new Refused("Usuário não encontrado.");
    return found;
  };
  return {
    "Usuario.getListUsuario": () => listOf([...stored.values()]),
    "Usuario.getUsuario": ({ id }) => ({ object: find(id) }),
    "Usuario.setAtivo": ({ id, ativo }) => {
      stored.set(id, { ...find(id), ativo });
      return { mensagem: ativo ? "usuarioAtivado" : "usuarioInativado" };
    },
    "Usuario.saveUsuario": ({ usuario: { id, ativo: _, ...values } }) => {
      const saved = { ...exampleUsuario({ ...ORDINARY, ativado: false }), ...values } as Usuario;
      stored.set(id ?? exampleId(4), { ...saved, id: id ?? exampleId(4) });
      return { object: { id: id ?? exampleId(4) } };
    },
  };
}

/** What the first steps ask besides the answers of a conta: what comes after them. */
export function firstStepsAnswers(): Answers {
  return {
    "Usuario.getListUsuario": () => listOf([exampleUsuario()]),
    "ApiToken.getListApiToken": () => listOf([]),
    "Importacao.getListImportacao": () => listOf([]),
    "CaixaEmail.getCaixaEmail": () => ({ object: sampleCaixaDetail() }),
  };
}
