import { formatTipoNota } from "@malote/syntax";
import { Box, Divider, Group, Stack, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconAlignLeft,
  IconArrowUpRight,
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
import { DownloadIcon } from "../../../ui/documento/DownloadIcon.tsx";
import { REPAIRED_STATUS, type StatusView } from "../../../ui/documento/documento-status.ts";
import { Status, StatusTag } from "../../../ui/documento/Status.tsx";
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

const ICON_TONES: Partial<Record<PartIcon, string>> = { xml: "ok", problema: "aviso" };

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
      <Divider hiddenFrom="xs" />
      <Group component="header" mih={52} py={10} pl={16} pr="var(--gutter)" className={classes.head}>
        <h2 className="t-painel">{t.partes}</h2>
        <Text inherit c="dimmed">
          {t.partesResumo(parts.length, email.extraidos)}
          {email.reprocessadoEm && (
            <Text span display="block" size="xs">
              {t.reprocessado(formatNearInstant(email.reprocessadoEm, now, timeZone))}
            </Text>
          )}
        </Text>
        {action && <Box ml="auto">{action}</Box>}
      </Group>
      <MissingXml email={email} />
      {email.estado === "em-leitura" && <p className={classes.notice}>{t.emLeitura}</p>}
      {/* Without a body, the reason is shown in place of the body. */}
      {email.estado === "quarentena" && parts.some(({ anexo }) => anexo === null) && (
        <p className={classes.notice}>{email.motivo ?? t.quarentena}</p>
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
    <li ref={row} className={classes.part} data-target={targetId ? true : undefined}>
      <Group
        gap={12}
        wrap="nowrap"
        pr={12}
        pl={nested ? 24 : 0}
        ml={nested ? (part.depth - 1) * 24 : 0}
        className={classes.name}
        data-nested={nested || undefined}
      >
        <Icon data-tom={ICON_TONES[part.icon]} size={18} stroke={1.6} aria-hidden="true" />
        <Stack component="p" gap={0} miw={0}>
          <b title={part.name}>{part.name}</b>
          <span className="t-rotulo">{part.detail}</span>
        </Stack>
      </Group>
      <Stack gap={1} align="flex-start" c="var(--text-2)" className={classes.outcome}>
        <PartOutcome part={part} />
      </Stack>
      {part.anexo && part.anexo.tamanho > 0 && (
        <DownloadIcon href={anexoHref(part.anexo.id)} label={t.baixar(part.name)} />
      )}
    </li>
  );
}

function PartOutcome({ part }: { part: EmailPart }): React.JSX.Element {
  const { anexo, outcome, reason: reasonText, isProblem } = part;
  const linkedNotas = anexo?.notas.filter((chip) => chip.notaId !== null) ?? [];
  const reason = reasonText && <span className="t-rotulo">{reasonText}</span>;
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
        <StatusTag tone="aviso" word={outcome}>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden="true" />
        </StatusTag>
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
        className="link"
        aria-label={emailTexts.detalhe.abrirNota(notaName)}
      >
        <Group component="span" gap={6}>
          {chip.tipoNota && <TypeTag type={chip.tipoNota} />}
          <span className="num">{numberText}</span>
          <IconArrowUpRight size={15} stroke={1.8} aria-hidden="true" />
        </Group>
      </Link>
      {chip.tipo === "evento" && (
        <Group component="p" gap={6}>
          <IconTimelineEvent size={15} stroke={1.6} aria-hidden="true" />
          {chip.descricao ?? emailTexts.evento}
        </Group>
      )}
      {status && <Status status={status} />}
    </>
  );
}

/** The status of the copy in this part: a repair takes precedence over the status at SEFAZ. */
function partStatusOf(anexo: Anexo, chip: Anexo["notas"][number]): StatusView | null {
  return !chip.quarentena && isRepaired(anexo) ? REPAIRED_STATUS : chipStatusOf(chip);
}
