import { createSefazClient, openCertificado, type SefazClient } from "@malote/sefaz";
import {
  giveUpManifestacao,
  sendManifestacao,
} from "../../src/services/manifestacao-sending/send-manifestacao.ts";
import { readTrustedCas } from "../../src/trust.ts";
import { createTestPipeline, playCancelledLater, type TestPipeline } from "../setup/test-pipeline.ts";
import { openWire, type SignedInUser, signInAs, type Wire } from "../setup/wire.ts";

/** A manifestação as Nota.getNota returns it. */
export type ShownManifestacao = {
  status: number;
  estado: string;
  cStat: string | null;
  mensagem: string | null;
  protocolo: string | null;
  registradaEm: string | null;
  quem: string | null;
};
export type ShownNota = {
  id: string;
  manifestacao: number;
  manifestacoes: ShownManifestacao[];
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
export type ManifestacaoSetup = TestPipeline & {
  wire: Wire;
  marina: SignedInUser;
  /** Receives a nota that SEFAZ authorizes; returns its id and chave. */
  receive(scenario?: "nota-autorizada" | "nota-cancelada-depois"): Promise<{ id: string; chave: string }>;
  request(id: string, novoStatus: 1 | 2 | 3 | 4): Promise<string | null>;
  /** Sends the pending manifestações; returns the errors. A failed one stays pending. */
  send(): Promise<unknown[]>;
  giveUp(chave: string): Promise<void>;
  show(id: string): Promise<ShownNota>;
  /** Another program of the same empresa. */
  otherProgram: SefazClient;
};

export const JUSTIFICATIVA = "A mercadoria chegou avariada e voltou no mesmo caminhão";

/** Shorter than a dripped answer takes. */
const TIMEOUT_MS = 2_000;

export async function openManifestacaoSetup(): Promise<ManifestacaoSetup> {
  const pipeline = await createTestPipeline();
  pipeline.ctx.config.sefazTimeoutMs = TIMEOUT_MS;
  await pipeline.asOwner("UPDATE empresa SET ativar_manifestacao = true");
  const wire = await openWire(pipeline);
  const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario WHERE conta_id = $1", [
    pipeline.contaId,
  ]);
  const who = { contaId: pipeline.contaId, identificador: "demo", usuarioId: usuario?.id ?? "" };
  const marina = await signInAs(wire, { ...who, nomeUsuario: "admin", senha: "Malote123" });
  const otherProgram = openOtherProgram(pipeline);
  return {
    ...pipeline,
    wire,
    marina,
    otherProgram,
    receive: async (scenario = "nota-autorizada") => {
      const { sandbox } = pipeline;
      const chave =
        scenario === "nota-cancelada-depois"
          ? await playCancelledLater(sandbox)
          : (await sandbox.playScenario(scenario)).chaves[0];
      await pipeline.collect();
      const nota = (await pipeline.notas()).find((each) => each.chave === chave);
      if (nota?.sefaz_status !== "100")
        throw new Error(`the nota did not arrive authorized: ${JSON.stringify(nota)}`);
      return { id: nota.id, chave: nota.chave };
    },
    request: async (id, novoStatus) => {
      const justificativa = novoStatus === 3 ? JUSTIFICATIVA : null;
      return (await marina.call("Nota.manifestacao", { tipo: "NFe", id, novoStatus, justificativa }))
        .mensagem;
    },
    send: () => sendDue(pipeline),
    giveUp: async (chave) => {
      const [row] = await pipeline.asOwner<{ id: string }>(
        "SELECT id FROM manifestacao WHERE chave = $1 AND estado = 'pendente'",
        [chave],
      );
      await giveUpManifestacao(pipeline.ctx, { contaId: pipeline.contaId, manifestacaoId: row?.id ?? "" });
      await pipeline.asOwner("UPDATE tarefa SET estado = 'desistiu' WHERE alvo = $1", [row?.id]);
    },
    show: async (id) => (await marina.call("Nota.getNota", { id })).object as unknown as ShownNota,
    dispose: async () => {
      otherProgram.close();
      await wire.server.stop();
      await pipeline.dispose();
    },
  };
}

function openOtherProgram({ sandbox, config }: TestPipeline): SefazClient {
  const [empresa] = sandbox.info.empresas;
  const opened = openCertificado(Buffer.from(empresa?.pfxBase64 ?? "", "base64"), empresa?.pfxSenha ?? "");
  if (opened.kind !== "ok") throw new Error(opened.kind);
  const { certificado } = opened;
  return createSefazClient({
    certificado,
    trustedCas: readTrustedCas(config, true),
    simulatorUrl: sandbox.info.sefazUrl,
  });
}

async function sendDue({ asOwner, ctx, contaId }: TestPipeline): Promise<unknown[]> {
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
