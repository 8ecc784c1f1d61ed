import { formatTipoNota } from "@malote/syntax";
import {
  IconAlertTriangle,
  IconAlignLeft,
  IconArrowUpRight,
  IconDownload,
  IconFile,
  IconFileAlert,
  IconFiles,
  IconFileTypePdf,
  IconFileTypeXml,
  IconFileZip,
  IconPhoto,
  IconTimelineEvent,
  type TablerIcon,
} from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { anexoHref } from "../../rpc/arquivos.ts";
import type { Email } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";
import { useAgora } from "../../ui/agora.ts";
import { formatNumero } from "../../ui/numero.ts";
import { formatQuando } from "../../ui/quando.ts";
import { Status } from "../../ui/Status.tsx";
import { REPARADA, type Situacao } from "../../ui/situacao.ts";
import { TypeTag } from "../../ui/TypeTag.tsx";
import { situacaoOf } from "./chips.ts";
import classes from "./EmailPartes.module.css";
import { type Anexo, type Desenho, isReparada, type ParteTexto, partesOf } from "./partes.ts";
import { SemXml } from "./SemXml.tsx";

const DESENHOS: Record<Desenho, TablerIcon> = {
  corpo: IconAlignLeft,
  pacote: IconFileZip,
  lote: IconFiles,
  xml: IconFileTypeXml,
  pdf: IconFileTypePdf,
  imagem: IconPhoto,
  arquivo: IconFile,
  problema: IconFileAlert,
};

/**
 * All parts of the message with their outcomes, packages as trees. The part with the given id is
 * scrolled into view.
 */
export function EmailPartes(props: {
  email: Email;
  alvo: string | null;
  zona: string;
  /** The action on the whole e-mail. */
  acao: React.ReactNode;
}): React.JSX.Element {
  const { email, alvo, zona, acao } = props;
  const { detalhe: t } = emails;
  const agora = useAgora();
  const partes = partesOf(email);
  return (
    <>
      <header className={classes.topo}>
        <h2 className="t-painel">{t.partes}</h2>
        <p>
          {t.partesResumo(partes.length, email.extraidos)}
          {email.reprocessadoEm && (
            <span className={classes.reprocessado}>
              {t.reprocessado(formatQuando(email.reprocessadoEm, agora, zona))}
            </span>
          )}
        </p>
        {acao && <div className={classes.acao}>{acao}</div>}
      </header>
      <SemXml email={email} />
      {email.estado === "em-leitura" && <p className={classes.aviso}>{t.emLeitura}</p>}
      {/* Without a body, the reason is shown in place of the body. */}
      {email.estado === "quarentena" && partes.some(({ anexo }) => anexo === null) && (
        <p className={classes.aviso}>{email.motivo ?? t.quarentena}</p>
      )}
      <ul>
        {partes.map((parte) => (
          <Parte key={parte.chave} parte={parte} alvo={parte.chave === alvo} />
        ))}
      </ul>
    </>
  );
}

function Parte({ parte, alvo }: { parte: ParteTexto; alvo: boolean }): React.JSX.Element {
  const { detalhe: t } = emails;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (alvo) row.current?.scrollIntoView({ block: "nearest" });
  }, [alvo]);
  const Icone = DESENHOS[parte.desenho];
  const nested = parte.nivel > 0;
  return (
    <li ref={row} className={classes.parte} data-alvo={alvo ? true : undefined}>
      <div
        className={classes.nome}
        data-aninhada={nested ? true : undefined}
        style={nested ? { marginLeft: (parte.nivel - 1) * 24 } : undefined}
      >
        <Icone className={classes[parte.desenho]} size={18} stroke={1.6} aria-hidden="true" />
        <p>
          <b title={parte.nome}>{parte.nome}</b>
          <span>{parte.detalhe}</span>
        </p>
      </div>
      <div className={classes.destino}>
        <Destino parte={parte} />
      </div>
      {parte.anexo && parte.anexo.tamanho > 0 && (
        <a
          href={anexoHref(parte.anexo.id)}
          className="icone"
          aria-label={t.baixar(parte.nome)}
          data-dica={t.baixar(parte.nome)}
        >
          <IconDownload size={16} stroke={1.6} aria-hidden="true" />
        </a>
      )}
    </li>
  );
}

function Destino({ parte }: { parte: ParteTexto }): React.JSX.Element {
  const { anexo, destino, motivo, problema } = parte;
  const notas = anexo?.notas.filter((chip) => chip.notaId !== null) ?? [];
  const reason = motivo && <span className={classes.motivo}>{motivo}</span>;
  if (anexo && notas.length > 0) {
    return (
      <>
        {notas.map((chip) => (
          <NotaLink key={chip.notaId} chip={chip} anexo={anexo} />
        ))}
        {reason}
      </>
    );
  }
  return (
    <>
      {problema ? (
        <span className={classes.problemaTag}>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden="true" />
          {destino}
        </span>
      ) : (
        <p>{destino}</p>
      )}
      {reason}
    </>
  );
}

function NotaLink(props: { chip: Anexo["notas"][number]; anexo: Anexo }): React.JSX.Element {
  const { chip, anexo } = props;
  const numero = chip.numeroNota === null ? "" : formatNumero(chip.numeroNota);
  const situacao = situacaoDaParte(anexo, chip);
  const nome = `${chip.tipoNota ? formatTipoNota(chip.tipoNota) : "DF-e"} ${numero}`;
  return (
    <>
      <Link
        to={`/nota/${chip.notaId}?type=${chip.entradaSaida ?? "E"}`}
        className={classes.nota}
        aria-label={emails.detalhe.abrirNota(nome)}
      >
        {chip.tipoNota && <TypeTag tipo={chip.tipoNota} />}
        <b className="num">{numero}</b>
        <IconArrowUpRight size={15} stroke={1.8} aria-hidden="true" />
      </Link>
      {chip.tipo === "evento" && (
        <p className={classes.evento}>
          <IconTimelineEvent size={15} stroke={1.6} aria-hidden="true" />
          {chip.descricao ?? emails.evento}
        </p>
      )}
      {situacao && <Status situacao={situacao} />}
    </>
  );
}

/** The status of the copy in this part: a repair takes precedence over the status at SEFAZ. */
function situacaoDaParte(anexo: Anexo, chip: Anexo["notas"][number]): Situacao | null {
  return !chip.quarentena && isReparada(anexo) ? REPARADA : situacaoOf(chip);
}
