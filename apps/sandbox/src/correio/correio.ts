import type { Sorteio } from "../sorteio.ts";
import { type Caixa, openCaixa } from "./caixa.ts";
import { openAutoAssinado } from "./certificado.ts";
import { type Enviados, startSmtpSink } from "./enviados.ts";
import { createRoteiro, type Falha, type FalhaCorreio } from "./falhas.ts";
import type { GuardadoCorreio } from "./guardado.ts";
import { createSessaoImap } from "./imap/sessao.ts";
import type { Pasta } from "./imap/vista.ts";
import { type Oauth, startOauth } from "./oauth.ts";
import { createTokens } from "./oauth-tokens.ts";
import { createSessaoPop3 } from "./pop3/sessao.ts";
import { createPorteiro } from "./porteiro.ts";
import { type Oferta, type ParTls, type Servidor, startServidor } from "./servidor.ts";

/** The demo mailbox over POP3 and IMAP, its token endpoint, and the SMTP sink. */
export type Correio = {
  /** INBOX: scenarios deliver to it, and POP3 serves it. */
  caixa: Caixa;
  /** All folders, INBOX first. */
  pastas: readonly Pasta[];
  pop3: Servidor;
  imap: Servidor;
  oauth: Oauth;
  enviados: Enviados;
  /** SHA-256 of the self-signed certificate, `AA:BB:…`. */
  impressao: string;
  /** Plays a fault on both protocols. */
  setFalha(falha: FalhaCorreio | Falha): Promise<void>;
  stop(): Promise<void>;
};

const OUTRA_PASTA = { nome: "Notas eletrônicas", pasta: "caixa-notas" };

export async function startCorreio(o: {
  dir: string;
  guardado: GuardadoCorreio;
  /** The certificate of the test CA for this machine, followed by its chain. */
  casa: ParTls;
  sorteio: Sorteio;
  now(): Date;
}): Promise<Correio> {
  const { dir, guardado, casa, sorteio, now } = o;
  const caixa = openCaixa(dir, { now });
  const pastas = [
    { nome: "INBOX", caixa },
    { nome: OUTRA_PASTA.nome, caixa: openCaixa(dir, { pasta: OUTRA_PASTA.pasta, now }) },
  ];
  const tokens = createTokens(guardado.oauth.chave, now);
  const autoAssinado = await openAutoAssinado(dir, now());
  const certificados = { casa, autoAssinado };
  const { credencial, portas } = guardado;
  const open = (protocolo: "pop3" | "imap"): Promise<Servidor> => {
    const roteiro = createRoteiro(sorteio);
    const porteiro = createPorteiro({ credencial, isTokenValid: tokens.isValid, roteiro });
    const openSessao: Oferta["openSessao"] = (ligacao) =>
      protocolo === "pop3"
        ? createSessaoPop3({ caixa, porteiro, roteiro, ligacao })
        : createSessaoImap({ pastas, porteiro, roteiro, ligacao });
    return startServidor({ portas: portas[protocolo], roteiro, certificados, openSessao });
  };
  const pop3 = await open("pop3");
  const imap = await open("imap");
  const oauth = await startOauth({
    segredos: guardado.oauth,
    tokens,
    certificado: casa,
    porta: portas.oauth,
  });
  const enviados = await startSmtpSink({ porta: portas.smtp, now });
  return {
    caixa,
    pastas,
    pop3,
    imap,
    oauth,
    enviados,
    impressao: autoAssinado.impressao,
    setFalha: async (falha) => {
      await Promise.all([pop3.setFalha(falha), imap.setFalha(falha)]);
    },
    stop: async () => {
      await Promise.all([pop3.stop(), imap.stop(), oauth.stop(), enviados.stop()]);
    },
  };
}

/** The ports in use, to be stored. */
export function portasOf({ pop3, imap, oauth, enviados }: Correio): GuardadoCorreio["portas"] {
  return { pop3: pop3.portas, imap: imap.portas, oauth: oauth.porta, smtp: enviados.porta };
}
