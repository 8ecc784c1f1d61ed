import { MESSAGES } from "@malote/contract";
import { expect } from "vitest";
import type { ContractFixture, MethodCases } from "../contract-fixture.ts";
import { UNKNOWN_ID } from "../contract-fixture.ts";

/** Makes the demo conta's owner a product user, on a server that has only demo contas. */
async function becomeOperador({ road: pipeline, team }: ContractFixture): Promise<Record<string, never>> {
  await pipeline.asOwner("UPDATE conta SET sandbox = true");
  await pipeline.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [team.proprietario.usuarioId]);
  return {};
}

const RESTRICTED = { params: () => ({}), sentence: "produtoRestrito" } as const;
const anyText = expect.stringMatching(/\w/);

/** The methods for users who operate the product. */
export const OPERADOR_CASES: MethodCases<"Operador"> = {
  "Operador.getEstado": {
    caller: "proprietario",
    params: becomeOperador,
    verify: ({ object }) =>
      expect(object).toMatchObject({
        versao: expect.stringMatching(/^\d+\./),
        pausa: { pausada: false, quem: null },
        faixa: { caixas: expect.any(Number), falhas: expect.any(Number) },
        filas: expect.arrayContaining([expect.objectContaining({ tipo: "poll", nome: "Coleta de caixas" })]),
        saude: expect.arrayContaining([{ verificacao: "banco", ok: true, detalhe: anyText }]),
      }),
    refusal: RESTRICTED,
  },
  "Operador.getListFalha": {
    caller: "proprietario",
    params: becomeOperador,
    verify: ({ object, totalCount }) => {
      expect(totalCount).toEqual(expect.any(Number));
      expect(object).toMatchObject({ tentaveis: expect.any(Number), desdeEm: expect.stringMatching(/^20/) });
    },
    refusal: RESTRICTED,
  },
  "Operador.retryFalhas": {
    caller: "proprietario",
    params: becomeOperador,
    verify: ({ object }) => expect(object).toEqual({ tentadas: expect.any(Number) }),
    refusal: RESTRICTED,
  },
  "Operador.getListEspera": {
    caller: "proprietario",
    params: async (p) => {
      // The next poll is planned with a random delay.
      await p.wire.asOwner("UPDATE tarefa SET vence_em = now() WHERE tipo = 'poll' AND estado = 'pendente'");
      return await becomeOperador(p);
    },
    verify: ({ results }) =>
      expect(results?.[0]).toMatchObject({
        conta: anyText,
        esperando: expect.any(Number),
        porFila: expect.arrayContaining([
          expect.objectContaining({ tipo: "poll", nome: "Coleta de caixas" }),
        ]),
      }),
    refusal: RESTRICTED,
  },
  "Operador.getArmazenamento": {
    caller: "proprietario",
    params: becomeOperador,
    verify: ({ object }) =>
      expect(object).toMatchObject({
        total: expect.any(Number),
        livre: expect.any(Number),
        usado: null,
        partes: [],
      }),
    refusal: RESTRICTED,
  },
  "Operador.getBackups": {
    caller: "proprietario",
    params: becomeOperador,
    verify: ({ object }) =>
      expect(object).toMatchObject({ configurado: false, destino: null, execucoes: [] }),
    refusal: RESTRICTED,
  },
  "Operador.requestBackup": {
    caller: "proprietario",
    params: async (p) => {
      Object.assign(p.road.ctx.config, { backupDestination: "/mnt/backup" });
      return await becomeOperador(p);
    },
    verify: ({ mensagem }, { road: pipeline }) => {
      Object.assign(pipeline.ctx.config, { backupDestination: null });
      expect(mensagem).toBe(MESSAGES.backupPedido);
    },
    refusal: RESTRICTED,
  },
  "Operador.getListCaixa": {
    caller: "proprietario",
    params: becomeOperador,
    verify: ({ results }) =>
      expect(results?.[0]).toMatchObject({ endereco: anyText, conta: anyText, motivo: null }),
    refusal: RESTRICTED,
  },
  "Operador.getListCertificado": {
    caller: "proprietario",
    params: becomeOperador,
    verify: ({ results, totalCount }) => expect(totalCount).toBe(results?.length),
    refusal: RESTRICTED,
  },
  "Operador.warnConta": {
    caller: "proprietario",
    params: async (p) => {
      await becomeOperador(p);
      await p.road.asOwner("UPDATE caixa_email SET erro_desde = now(), ultimo_erro = 'senha' WHERE id = $1", [
        p.caixaId,
      ]);
      return { sobre: "caixa", contaId: p.contaId, id: p.caixaId };
    },
    verify: async ({ mensagem }, { road: pipeline, caixaId }) => {
      expect(mensagem).toBe(MESSAGES.contaAvisada);
      const envios = await pipeline.asOwner("SELECT FROM envio WHERE dados->>'caixaId' = $1", [caixaId]);
      expect(envios).toHaveLength(1);
      await pipeline.asOwner("UPDATE caixa_email SET erro_desde = NULL, ultimo_erro = NULL WHERE id = $1", [
        caixaId,
      ]);
    },
    refusal: {
      params: () => ({ sobre: "caixa", contaId: UNKNOWN_ID, id: UNKNOWN_ID }),
      sentence: "produtoRestrito",
    },
  },
  "Operador.setPausa": {
    caller: "proprietario",
    params: async (p) => {
      await becomeOperador(p);
      return { pausada: true, motivo: "Manutenção do provedor" };
    },
    verify: async ({ object, mensagem }, { team }) => {
      expect(mensagem).toBe(MESSAGES.coletaPausada);
      expect(object).toMatchObject({ pausada: true, motivo: "Manutenção do provedor", quem: anyText });
      await team.proprietario.call("Operador.setPausa", { pausada: false });
    },
    refusal: { params: () => ({ pausada: true }), sentence: "produtoRestrito" },
  },
  "Operador.getListRegistro": {
    caller: "proprietario",
    params: becomeOperador,
    verify: ({ results }) =>
      expect(results?.[0]).toMatchObject({
        acao: "retomar-coleta",
        texto: "Retomou a coleta de todas as caixas.",
        usuario: anyText,
      }),
    refusal: RESTRICTED,
  },
  "Operador.getConfiguracao": {
    caller: "proprietario",
    params: becomeOperador,
    verify: ({ results }) =>
      expect(results).toContainEqual(
        expect.objectContaining({ nome: "MALOTE_KEY", secreta: true, valor: null }),
      ),
    refusal: RESTRICTED,
  },
};
