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
import type { Email } from "../../../rpc/documents/queries.ts";
import { anexoHref } from "../../../rpc/files/file-urls.ts";
import { emailTexts } from "../../../texts/lists/emails.ts";
import { REPAIRED_STATUS, type StatusView } from "../../../ui/documento/documento-status.ts";
import { Status } from "../../../ui/documento/Status.tsx";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";
import { formatNearInstant } from "../../../ui/format/relative-time.ts";
import { TypeTag } from "../../../ui/list/TypeTag.tsx";
import { useNow } from "../../../ui/state/use-now.ts";
import { chipStatusOf } from "../list/email-chips.ts";
import classes from "./EmailParts.module.css";
import { MissingXml } from "./MissingXml.tsx";
import { type Anexo, type EmailPart, emailPartsOf, isRepaired, type PartIcon } from "./part-tree.ts";

const PART_ICONS: Record<PartIcon, TablerIcon> = {
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
export function EmailParts(props: {
  email: Email;
  targetId: string | null;
  timeZone: string;
  /** The action on the whole e-mail. */
  action: React.ReactNode;
}): React.JSX.Element {
  const { email, targetId, timeZone, action } = props;
  const { detalhe: t } = emailTexts;
  const now = useNow();
  const parts = emailPartsOf(email);
  return (
    <>
      <header className={classes.topo}>
        <h2 className="t-painel">{t.partes}</h2>
        <p>
          {t.partesResumo(parts.length, email.extraidos)}
          {email.reprocessadoEm && (
            <span className={classes.reprocessado}>
              {t.reprocessado(formatNearInstant(email.reprocessadoEm, now, timeZone))}
            </span>
          )}
        </p>
        {action && <div className={classes.acao}>{action}</div>}
      </header>
      <MissingXml email={email} />
      {email.estado === "em-leitura" && <p className={classes.aviso}>{t.emLeitura}</p>}
      {/* Without a body, the reason is shown in place of the body. */}
      {email.estado === "quarentena" && parts.some(({ anexo }) => anexo === null) && (
        <p className={classes.aviso}>{email.motivo ?? t.quarentena}</p>
      )}
      <ul>
        {parts.map((part) => (
          <PartRow key={part.key} part={part} targetId={part.key === targetId} />
        ))}
      </ul>
    </>
  );
}

function PartRow({ part, targetId }: { part: EmailPart; targetId: boolean }): React.JSX.Element {
  const { detalhe: t } = emailTexts;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (targetId) row.current?.scrollIntoView({ block: "nearest" });
  }, [targetId]);
  const Icon = PART_ICONS[part.icon];
  const nested = part.depth > 0;
  return (
    <li ref={row} className={classes.parte} data-alvo={targetId ? true : undefined}>
      <div
        className={classes.nome}
        data-aninhada={nested ? true : undefined}
        style={nested ? { marginLeft: (part.depth - 1) * 24 } : undefined}
      >
        <Icon className={classes[part.icon]} size={18} stroke={1.6} aria-hidden="true" />
        <p>
          <b title={part.name}>{part.name}</b>
          <span>{part.detail}</span>
        </p>
      </div>
      <div className={classes.destino}>
        <PartOutcome part={part} />
      </div>
      {part.anexo && part.anexo.tamanho > 0 && (
        <a
          href={anexoHref(part.anexo.id)}
          className="icone"
          aria-label={t.baixar(part.name)}
          data-dica={t.baixar(part.name)}
        >
          <IconDownload size={16} stroke={1.6} aria-hidden="true" />
        </a>
      )}
    </li>
  );
}

function PartOutcome({ part }: { part: EmailPart }): React.JSX.Element {
  const { anexo, outcome, reason: reasonText, isProblem } = part;
  const linkedNotas = anexo?.notas.filter((chip) => chip.notaId !== null) ?? [];
  const reason = reasonText && <span className={classes.motivo}>{reasonText}</span>;
  if (anexo && linkedNotas.length > 0) {
    return (
      <>
        {linkedNotas.map((chip) => (
          <NotaLink key={chip.notaId} chip={chip} anexo={anexo} />
        ))}
        {reason}
      </>
    );
  }
  return (
    <>
      {isProblem ? (
        <span className={classes.problemaTag}>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden="true" />
          {outcome}
        </span>
      ) : (
        <p>{outcome}</p>
      )}
      {reason}
    </>
  );
}

function NotaLink(props: { chip: Anexo["notas"][number]; anexo: Anexo }): React.JSX.Element {
  const { chip, anexo } = props;
  const numberText = chip.numeroNota === null ? "" : formatDocumentNumber(chip.numeroNota);
  const status = partStatusOf(anexo, chip);
  const notaName = `${chip.tipoNota ? formatTipoNota(chip.tipoNota) : "DF-e"} ${numberText}`;
  return (
    <>
      <Link
        to={`/nota/${chip.notaId}?type=${chip.entradaSaida ?? "E"}`}
        className={classes.nota}
        aria-label={emailTexts.detalhe.abrirNota(notaName)}
      >
        {chip.tipoNota && <TypeTag type={chip.tipoNota} />}
        <b className="num">{numberText}</b>
        <IconArrowUpRight size={15} stroke={1.8} aria-hidden="true" />
      </Link>
      {chip.tipo === "evento" && (
        <p className={classes.evento}>
          <IconTimelineEvent size={15} stroke={1.6} aria-hidden="true" />
          {chip.descricao ?? emailTexts.evento}
        </p>
      )}
      {status && <Status status={status} />}
    </>
  );
}

/** The status of the copy in this part: a repair takes precedence over the status at SEFAZ. */
function partStatusOf(anexo: Anexo, chip: Anexo["notas"][number]): StatusView | null {
  return !chip.quarentena && isRepaired(anexo) ? REPAIRED_STATUS : chipStatusOf(chip);
}
