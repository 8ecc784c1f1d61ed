import type { Envelope, MensagemKey, MethodName, ParamsOf, Perfil } from "@malote/contract";
import { SMTP_SANDBOX } from "../src/correio/smtp-url.ts";
import { newId } from "../src/db/index.ts";
import { createUsuarioToken, type TipoToken } from "../src/services/usuario/token.rows.ts";
import { createElenco, type Elenco, enterNovo } from "./elenco.ts";
import { openCasa as openImportadora, send } from "./importacao.ts";
import type { Road } from "./road.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { insertNotas, inventNota } from "./wire-notas.ts";

/** Fixture of the contract tests: a conta with documents of every kind, and a user of every perfil. */
export type Palco = {
  road: Road;
  wire: Wire;
  elenco: Elenco;
  contaId: string;
  empresaId: string;
  /** The company whose certificate the sandbox holds. */
  primeiraId: string;
  pfxSenha: string;
  caixaId: string;
  /** An NF-e and a CT-e received by e-mail with their XML; the NF-e has a carta de correção. */
  nfe: Vista;
  cte: Vista;
  /** Invented notas: in quarentena, never queried at SEFAZ, and with a divergent SEFAZ status. */
  presa: Vista;
  muda: Vista;
  divergente: Vista;
  eventoId: string;
  emailId: string;
  /** The e-mail that is read again. */
  relidoId: string;
  anexoId: string;
  auditorId: string;
  /** The import of a file without documents. */
  importacaoId: string;
  /** Reads the uploaded files. */
  readAll(): Promise<unknown[]>;
  /** An ordinary user who signs out and resets the password. */
  rita: Pessoa;
  /** The token of an e-mailed link to a user. */
  link(usuarioId: string, tipo: TipoToken): Promise<string>;
};
export type Vista = { id: string; chave: string };

/** The expected success and refusal of one method, by content. null: no input of it could be
 * refused. */
export type Caso<N extends MethodName> = {
  por: Perfil;
  envia(p: Palco): ParamsOf<N> | Promise<ParamsOf<N>>;
  headers?(p: Palco): Record<string, string>;
  mostra(answer: Envelope, p: Palco): void | Promise<void>;
  recusa: Recusa<N> | null;
};
type Recusa<N extends MethodName> = {
  envia(p: Palco): ParamsOf<N> | Promise<ParamsOf<N>>;
  diz: MensagemKey | "Unauthorized";
  valores?: Record<string, string | number>;
  campo?: string;
};
export type Casos<Servico extends string> = {
  [N in Extract<MethodName, `${Servico}.${string}`>]: Caso<N>;
};

/** An id that no record has. */
export const NADA = "01a1f883-9227-7237-a8c2-d4d895a8d711";

/** An NF-e that is cut off. */
const QUEBRADO = '<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe>';

export async function openPalco(): Promise<Palco> {
  const { road, wire, readAll } = await openImportadora();
  // E-mails can be queued; none is sent here.
  Object.assign(road.ctx.config, { smtp: { ...SMTP_SANDBOX, porta: 9 }, contatoEmail: "casa@exemplo.test" });
  const conta = { contaId: road.contaId, identificador: "demo" };
  const elenco = await createElenco(wire, conta);
  await road.asOwner("UPDATE empresa SET ativar_manifestacao = true");
  const nfe = await receive(road, "carta-de-correcao", "55");
  const cte = await receive(road, "cte-e-mdfe", "57");
  const { object } = await send(wire, elenco.usuario, { bytes: Buffer.from(QUEBRADO), nome: "nada.xml" });
  await readAll();
  const ninguem = { administrador: false, proprietario: false, manifestante: false };
  const rita = await enterNovo(wire, conta, ninguem, "rita");
  return {
    road,
    wire,
    elenco,
    contaId: road.contaId,
    nfe,
    cte,
    readAll,
    rita,
    ...(await findIds(road, nfe)),
    ...(await inventResto(road)),
    importacaoId: (object as { id: string }).id,
    auditorId: await inventAuditor(road),
    link: async (usuarioId, tipo) => {
      const pedido = { usuarioId, tipo, agora: road.clock.now() };
      const { token } = await road.ctx.database.withContaSql(road.contaId, (sql) =>
        createUsuarioToken(sql, road.contaId, pedido),
      );
      return token;
    },
  };
}

async function receive(road: Road, cenario: string, modelo: string): Promise<Vista> {
  const { chaves } = await road.sandbox.playCenario(cenario);
  const failures = await road.collect();
  if (failures.length > 0) throw failures[0];
  const chave = chaves.find((one) => one.slice(20, 22) === modelo);
  const nota = (await road.notas()).find((one) => one.chave === chave);
  if (nota === undefined) throw new Error(`${cenario} brought no document of model ${modelo}`);
  return { id: nota.id, chave: nota.chave };
}

async function findIds({ asOwner, sandbox }: Road, { id, chave }: Vista) {
  const one = async (text: string, values: unknown[] = []): Promise<string> =>
    (await asOwner<{ id: string }>(text, values))[0]?.id ?? "";
  const [anexo] = await asOwner<{ id: string; email_id: string }>(
    "SELECT id, email_id FROM anexo WHERE destino = 'nota' ORDER BY email_id, caminho LIMIT 1",
  );
  const [primeira] = sandbox.info.empresas;
  return {
    primeiraId: await one("SELECT id FROM empresa WHERE cnpj = $1", [primeira?.cnpj]),
    pfxSenha: primeira?.pfxSenha ?? "",
    empresaId: await one("SELECT empresa_id AS id FROM nota WHERE id = $1", [id]),
    caixaId: await one("SELECT id FROM caixa_email"),
    eventoId: await one("SELECT id FROM evento WHERE chave = $1", [chave]),
    emailId: anexo?.email_id ?? "",
    relidoId: await one("SELECT id FROM email WHERE caixa_id IS NOT NULL AND id <> $1 ORDER BY id LIMIT 1", [
      anexo?.email_id,
    ]),
    anexoId: anexo?.id ?? "",
  };
}

async function inventResto(road: Road): Promise<Pick<Palco, "presa" | "muda" | "divergente">> {
  const [empresa] = await road.asOwner<{ id: string; cnpj: string }>(
    "SELECT id, cnpj FROM empresa ORDER BY id LIMIT 1",
  );
  const nossa = { empresaId: empresa?.id ?? "", cnpjDestinatario: empresa?.cnpj ?? "" };
  const emissao = new Date(road.clock.now().getTime() - 86_400_000).toISOString();
  const [presa, muda, divergente] = await insertNotas(road, road.contaId, [
    inventNota({ ...nossa, quarentena: true, veredito: "suspeita" }),
    inventNota({ ...nossa, emissao, nfeStatus: "100", sefazStatus: null }),
    inventNota({ ...nossa, sefazStatus: "101" }),
  ]);
  if (!presa || !muda || !divergente) throw new Error("no notas");
  return { presa, muda, divergente };
}

async function inventAuditor({ asOwner, contaId }: Road): Promise<string> {
  const id = newId();
  await asOwner(
    `INSERT INTO auditor (conta_id, id, tipo, tipo_nota, chave, c_sit_nfe, desc_evento, texto, data_evento, origem, criado_em, alterado_em)
     VALUES ($1, $2, 'NFe', 'NFe', $3, 1, 'Autorização de uso', 'NF-e 812', now(), 'distribuicao', now(), now())`,
    [contaId, id, "35261011444777000161550010000008121000008129"],
  );
  return id;
}
