import { formatInteiro } from "@malote/syntax";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { type Chegada as Chegados, chegadaQuery } from "../../rpc/primeiros-passos.ts";
import type { Caixa, EmailLinha } from "../../rpc/queries.ts";
import { primeirosPassos } from "../../textos/primeiros-passos.ts";
import { AttachmentChip } from "../../ui/AttachmentChip.tsx";
import { useAgora } from "../../ui/agora.ts";
import { Falha } from "../../ui/Falha.tsx";
import { Girando } from "../../ui/Girando.tsx";
import { formatHa } from "../../ui/quando.ts";
import { Status } from "../../ui/Status.tsx";
import { CONFIRMADA, type Situacao } from "../../ui/situacao.ts";
import classes from "./Chegada.module.css";

const textos = primeirosPassos.chegada;
const CHIPS_MAX = 2;

/** The content of the chip of one document of an e-mail. */
export type Chip = { tipo: string; nome: string | null; situacao: Situacao | null; evento: boolean };
type ChipOf = (chip: EmailLinha["chips"][number]) => Chip;

/** The first e-mails, as they arrive. */
export function Chegada({ caixa, chipOf }: { caixa: Caixa; chipOf: ChipOf }): React.JSX.Element {
  const query = useQuery(chegadaQuery);
  const { data } = query;
  const nome = caixa.descricao || caixa.usuario;
  const lendo = caixa.estado === "coletando" || caixa.ultimaVisita === null;
  return (
    <div className={classes.chegada}>
      <h1 className={classes.titulo}>{tituloOf(caixa, data, lendo)}</h1>
      {caixa.ultimoErro !== null ? (
        <Parada erro={caixa.ultimoErro} />
      ) : (
        <p className={classes.texto}>
          {data && data.emails === 0 && !lendo ? (
            textos.vazia
          ) : (
            <>
              {textos.lendoA}
              <b>{nome}</b>
              {textos.lendoB}
            </>
          )}
        </p>
      )}
      {query.error && !data && (
        <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />
      )}
      <div className={classes.barra} aria-hidden="true" data-lendo={lendo}>
        <span />
      </div>
      <Totais chegados={data} lendo={lendo} />
      <ul className={classes.lista} aria-label={textos.lista} aria-live="polite" aria-relevant="additions">
        {data?.ultimos.map((email) => (
          <Linha key={email.id} email={email} chipOf={chipOf} />
        ))}
      </ul>
    </div>
  );
}

function tituloOf(caixa: Caixa, data: Chegados | undefined, lendo: boolean): string {
  if (caixa.ultimoErro !== null) return textos.erro(caixa.descricao || caixa.usuario);
  if (!data || data.emails === 0) return textos.esperando;
  return lendo || data.documentos === 0 ? textos.chegando : textos.chegaram;
}

/** Why nothing arrives, with a link to fix it. */
function Parada({ erro }: { erro: string }): React.JSX.Element {
  return (
    <p className={classes.parada} role="alert">
      <IconPlugConnectedX size={18} stroke={1.6} aria-hidden="true" />
      <span>
        {erro}{" "}
        <Link to="?passo=caixa" className="link">
          {textos.corrigir}
        </Link>
      </span>
    </p>
  );
}

function Totais({ chegados, lendo }: { chegados: Chegados | undefined; lendo: boolean }): React.JSX.Element {
  const { totais } = textos;
  const celulas = [
    [totais.emails, chegados?.emails],
    [totais.documentos, chegados?.documentos],
    [totais.confirmados, chegados?.confirmados],
    [totais.precisam, chegados?.precisam],
  ] as const;
  return (
    <>
      <dl className={classes.totais}>
        {celulas.map(([nome, total], index) => (
          <div key={nome} data-aviso={index === 3 && (total ?? 0) > 0}>
            <dt>{nome}</dt>
            <dd className="num">{total === undefined ? "–" : formatInteiro(total)}</dd>
          </div>
        ))}
      </dl>
      {lendo && <span className="vh">{textos.lendo}</span>}
    </>
  );
}

function Linha({ email, chipOf }: { email: EmailLinha; chipOf: ChipOf }): React.JSX.Element {
  const agora = useAgora();
  const zona = useZona();
  const chips = email.chips.map(chipOf);
  const mais = chips.length - CHIPS_MAX;
  return (
    <li className={classes.linha}>
      <Link to={`/email/${email.id}`} className={classes.abrir}>
        <span className={classes.quando}>{email.recebidaEm && formatHa(email.recebidaEm, agora, zona)}</span>
        <b className={classes.remetente}>{email.remetenteNome || email.remetente}</b>
        <span className={classes.chips}>
          {chips.length === 0 && email.estado !== "em-leitura" && textos.nada}
          {chips.slice(0, CHIPS_MAX).map((chip, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two copies of one document have no distinct key
            <AttachmentChip key={index} {...chip} />
          ))}
          {mais > 0 && <span>{textos.mais(mais)}</span>}
        </span>
        <span className={classes.estado}>
          <Estado email={email} chips={chips} />
        </span>
      </Link>
    </li>
  );
}

/** The status of an e-mail's documents: problems first, then work in progress. */
function Estado({ email, chips }: { email: EmailLinha; chips: readonly Chip[] }): React.JSX.Element {
  if (email.estado === "em-leitura") return <Trabalho texto={textos.emLeitura} />;
  const situacoes = chips.flatMap(({ situacao }) => situacao ?? []);
  const grave = situacoes.find(({ tom }) => tom === "aviso" || tom === "ruim");
  if (grave) return <Status situacao={grave} />;
  if (email.chips.length === 0) return <span className={classes.quieto}>{textos.guardado}</span>;
  if (email.chips.some(({ tipo, sefazStatus }) => tipo === "nota" && sefazStatus === null)) {
    return <Trabalho texto={textos.consultando} />;
  }
  return <Status situacao={situacoes[0] ?? CONFIRMADA} />;
}

function Trabalho({ texto }: { texto: string }): React.JSX.Element {
  return (
    <span className={classes.trabalho}>
      <Girando />
      {texto}
    </span>
  );
}
