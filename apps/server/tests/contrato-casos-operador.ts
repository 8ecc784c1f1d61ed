import { MENSAGENS } from "@malote/contract";
import { expect } from "vitest";
import type { Casos, Palco } from "./contrato-palco.ts";
import { NADA } from "./contrato-palco.ts";

/** Makes the demo conta's owner a product user, on a server that has only demo contas. */
async function becomeOperador({ road, elenco }: Palco): Promise<Record<string, never>> {
  await road.asOwner("UPDATE conta SET sandbox = true");
  await road.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [elenco.proprietario.usuarioId]);
  return {};
}

const RESTRITO = { envia: () => ({}), diz: "produtoRestrito" } as const;
const texto = expect.stringMatching(/\w/);

/** The methods for users who operate the product. */
export const CASOS_OPERADOR: Casos<"Operador"> = {
  "Operador.getEstado": {
    por: "proprietario",
    envia: becomeOperador,
    mostra: ({ object }) =>
      expect(object).toMatchObject({
        versao: expect.stringMatching(/^\d+\./),
        pausa: { pausada: false, quem: null },
        faixa: { caixas: expect.any(Number), falhas: expect.any(Number) },
        filas: expect.arrayContaining([expect.objectContaining({ tipo: "poll", nome: "Coleta de caixas" })]),
        saude: expect.arrayContaining([{ verificacao: "banco", ok: true, detalhe: texto }]),
      }),
    recusa: RESTRITO,
  },
  "Operador.getListFalha": {
    por: "proprietario",
    envia: becomeOperador,
    mostra: ({ object, totalCount }) => {
      expect(totalCount).toEqual(expect.any(Number));
      expect(object).toMatchObject({ tentaveis: expect.any(Number), desdeEm: expect.stringMatching(/^20/) });
    },
    recusa: RESTRITO,
  },
  "Operador.retryFalhas": {
    por: "proprietario",
    envia: becomeOperador,
    mostra: ({ object }) => expect(object).toEqual({ tentadas: expect.any(Number) }),
    recusa: RESTRITO,
  },
  "Operador.getListEspera": {
    por: "proprietario",
    envia: becomeOperador,
    mostra: ({ results }) =>
      expect(results?.[0]).toMatchObject({
        conta: texto,
        esperando: expect.any(Number),
        porFila: expect.arrayContaining([
          expect.objectContaining({ tipo: "poll", nome: "Coleta de caixas" }),
        ]),
      }),
    recusa: RESTRITO,
  },
  "Operador.getArmazenamento": {
    por: "proprietario",
    envia: becomeOperador,
    mostra: ({ object }) =>
      expect(object).toMatchObject({
        total: expect.any(Number),
        livre: expect.any(Number),
        usado: null,
        partes: [],
      }),
    recusa: RESTRITO,
  },
  "Operador.getBackups": {
    por: "proprietario",
    envia: becomeOperador,
    mostra: ({ object }) =>
      expect(object).toMatchObject({ configurado: false, destino: null, execucoes: [] }),
    recusa: RESTRITO,
  },
  "Operador.requestBackup": {
    por: "proprietario",
    envia: async (p) => {
      Object.assign(p.road.ctx.config, { backupDestino: "/mnt/backup" });
      return await becomeOperador(p);
    },
    mostra: ({ mensagem }, { road }) => {
      Object.assign(road.ctx.config, { backupDestino: null });
      expect(mensagem).toBe(MENSAGENS.backupPedido);
    },
    recusa: RESTRITO,
  },
  "Operador.getListCaixa": {
    por: "proprietario",
    envia: becomeOperador,
    mostra: ({ results }) =>
      expect(results?.[0]).toMatchObject({ endereco: texto, conta: texto, motivo: null }),
    recusa: RESTRITO,
  },
  "Operador.getListCertificado": {
    por: "proprietario",
    envia: becomeOperador,
    mostra: ({ results, totalCount }) => expect(totalCount).toBe(results?.length),
    recusa: RESTRITO,
  },
  "Operador.warnConta": {
    por: "proprietario",
    envia: async (p) => {
      await becomeOperador(p);
      await p.road.asOwner("UPDATE caixa_email SET erro_desde = now(), ultimo_erro = 'senha' WHERE id = $1", [
        p.caixaId,
      ]);
      return { sobre: "caixa", contaId: p.contaId, id: p.caixaId };
    },
    mostra: async ({ mensagem }, { road, caixaId }) => {
      expect(mensagem).toBe(MENSAGENS.contaAvisada);
      const envios = await road.asOwner("SELECT FROM envio WHERE dados->>'caixaId' = $1", [caixaId]);
      expect(envios).toHaveLength(1);
      await road.asOwner("UPDATE caixa_email SET erro_desde = NULL, ultimo_erro = NULL WHERE id = $1", [
        caixaId,
      ]);
    },
    recusa: { envia: () => ({ sobre: "caixa", contaId: NADA, id: NADA }), diz: "produtoRestrito" },
  },
  "Operador.setPausa": {
    por: "proprietario",
    envia: async (p) => {
      await becomeOperador(p);
      return { pausada: true, motivo: "Manutenção do provedor" };
    },
    mostra: async ({ object, mensagem }, { elenco }) => {
      expect(mensagem).toBe(MENSAGENS.coletaPausada);
      expect(object).toMatchObject({ pausada: true, motivo: "Manutenção do provedor", quem: texto });
      await elenco.proprietario.call("Operador.setPausa", { pausada: false });
    },
    recusa: { envia: () => ({ pausada: true }), diz: "produtoRestrito" },
  },
  "Operador.getListRegistro": {
    por: "proprietario",
    envia: becomeOperador,
    mostra: ({ results }) =>
      expect(results?.[0]).toMatchObject({
        acao: "retomar-coleta",
        texto: "Retomou a coleta de todas as caixas.",
        usuario: texto,
      }),
    recusa: RESTRITO,
  },
  "Operador.getConfiguracao": {
    por: "proprietario",
    envia: becomeOperador,
    mostra: ({ results }) =>
      expect(results).toContainEqual(
        expect.objectContaining({ nome: "MALOTE_KEY", secreta: true, valor: null }),
      ),
    recusa: RESTRITO,
  },
};
