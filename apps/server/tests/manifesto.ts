import { createSefazClient, openCertificado, type SefazClient } from "@malote/sefaz";
import { giveUpManifestacao, sendManifestacao } from "../src/services/manifestacao/send-manifestacao.ts";
import { readAncoras } from "../src/trust.ts";
import { createRoad, playCanceladaDepois, type Road } from "./road.ts";
import { enterAs, openWire, type Pessoa, type Wire } from "./wire.ts";

/** A manifestação as Nota.getNota returns it. */
export type ManifestacaoVista = {
  status: number;
  estado: string;
  cStat: string | null;
  mensagem: string | null;
  protocolo: string | null;
  registradaEm: string | null;
  quem: string | null;
};
export type NotaVista = {
  id: string;
  manifestacao: number;
  manifestacoes: ManifestacaoVista[];
  manifestacaoImpedida: string | null;
  listEventos: {
    tpEvento: string;
    autor: string;
    origem: string;
    veredito: string;
    ressalva: string | null;
  }[];
};

/**
 * The demo empresa with the SEFAZ simulator and a user who manifests; the test decides when the
 * worker sends.
 */
export type Cartorio = Road & {
  wire: Wire;
  marina: Pessoa;
  /** Receives a nota that SEFAZ authorizes; returns its id and chave. */
  receive(cenario?: "nota-autorizada" | "nota-cancelada-depois"): Promise<{ id: string; chave: string }>;
  ask(id: string, novoStatus: 1 | 2 | 3 | 4): Promise<string | null>;
  /** Sends the pending manifestações; returns the errors. A failed one stays pending. */
  send(): Promise<unknown[]>;
  giveUp(chave: string): Promise<void>;
  show(id: string): Promise<NotaVista>;
  /** Another program of the same empresa. */
  outroPrograma: SefazClient;
};

export const JUSTIFICATIVA = "A mercadoria chegou avariada e voltou no mesmo caminhão";

/** Shorter than a dripped answer takes. */
const TIMEOUT_MS = 2_000;

export async function openCartorio(): Promise<Cartorio> {
  const road = await createRoad();
  road.ctx.config.sefazTimeoutMs = TIMEOUT_MS;
  await road.asOwner("UPDATE empresa SET ativar_manifestacao = true");
  const wire = await openWire(road);
  const [usuario] = await road.asOwner<{ id: string }>("SELECT id FROM usuario WHERE conta_id = $1", [
    road.contaId,
  ]);
  const who = { contaId: road.contaId, identificador: "demo", usuarioId: usuario?.id ?? "" };
  const marina = await enterAs(wire, { ...who, nomeUsuario: "admin", senha: "Malote123" });
  const outroPrograma = openOutroPrograma(road);
  return {
    ...road,
    wire,
    marina,
    outroPrograma,
    receive: async (cenario = "nota-autorizada") => {
      const { sandbox } = road;
      const chave =
        cenario === "nota-cancelada-depois"
          ? await playCanceladaDepois(sandbox)
          : (await sandbox.playCenario(cenario)).chaves[0];
      await road.collect();
      const nota = (await road.notas()).find((each) => each.chave === chave);
      if (nota?.sefaz_status !== "100")
        throw new Error(`the nota did not arrive authorized: ${JSON.stringify(nota)}`);
      return { id: nota.id, chave: nota.chave };
    },
    ask: async (id, novoStatus) => {
      const justificativa = novoStatus === 3 ? JUSTIFICATIVA : null;
      return (await marina.call("Nota.manifestacao", { tipo: "NFe", id, novoStatus, justificativa }))
        .mensagem;
    },
    send: () => sendDue(road),
    giveUp: async (chave) => {
      const [row] = await road.asOwner<{ id: string }>(
        "SELECT id FROM manifestacao WHERE chave = $1 AND estado = 'pendente'",
        [chave],
      );
      await giveUpManifestacao(road.ctx, { contaId: road.contaId, manifestacaoId: row?.id ?? "" });
      await road.asOwner("UPDATE tarefa SET estado = 'desistiu' WHERE alvo = $1", [row?.id]);
    },
    show: async (id) => (await marina.call("Nota.getNota", { id })).object as unknown as NotaVista,
    dispose: async () => {
      outroPrograma.close();
      await wire.server.stop();
      await road.dispose();
    },
  };
}

function openOutroPrograma({ sandbox, config }: Road): SefazClient {
  const [empresa] = sandbox.info.empresas;
  const opened = openCertificado(Buffer.from(empresa?.pfxBase64 ?? "", "base64"), empresa?.pfxSenha ?? "");
  if (opened.kind !== "ok") throw new Error(opened.kind);
  const { certificado } = opened;
  return createSefazClient({
    certificado,
    ancoras: readAncoras(config, true),
    simulatorUrl: sandbox.info.sefazUrl,
  });
}

async function sendDue({ asOwner, ctx, contaId }: Road): Promise<unknown[]> {
  const due = await asOwner<{ id: string; alvo: string }>(
    "UPDATE tarefa SET estado = 'entregue' WHERE estado = 'pendente' AND tipo = 'manifesto' RETURNING id, alvo",
  );
  const errors: unknown[] = [];
  for (const { id, alvo } of due) {
    const error = await sendManifestacao(ctx, { contaId, manifestacaoId: alvo }).then(
      () => null,
      (failure: unknown) => failure,
    );
    if (error !== null) errors.push(error);
    await asOwner("UPDATE tarefa SET estado = $2 WHERE id = $1", [id, error === null ? "feita" : "pendente"]);
  }
  return errors;
}
