import { formatReais } from "@malote/syntax";
import { Badge, Box, Group, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { flagSentences as flagTexts } from "../../../texts/lists/flags.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { sealStatus, summaryStatus } from "../../../ui/documento/documento-status.ts";
import { Status, StatusSeal } from "../../../ui/documento/Status.tsx";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";
import { formatDayTime } from "../../../ui/format/relative-time.ts";
import { FlagIcon } from "../../../ui/list/Flag.tsx";
import { TypeTag } from "../../../ui/list/TypeTag.tsx";
import { ConsultaButton } from "../consulta/ConsultaButton.tsx";
import { FLAG_NAMES, type FlagName, flagStateOf } from "../flags/flag-state.ts";
import { tooltipOf } from "../flags/NotaFlag.tsx";
import { waitingKeyOf } from "../flags/waiting-flags.ts";
import { DaysLeft } from "../manifestacao/DaysLeft.tsx";
import { type NotaListProps, otherPartyOf } from "./list-props.ts";
import classes from "./NotaList.module.css";

const CARD_TITLE = { fz: "var(--fs-cartaz)", lh: "var(--lh-cartaz)", fw: 600 };

/** The list of documents on a phone, as cards of three lines. */
export function NotaCards(props: NotaListProps): React.JSX.Element {
  return (
    <ul aria-label={texts.tabela}>
      {props.notas.map((nota) => (
        <NotaCard key={nota.id} {...props} nota={nota} />
      ))}
    </ul>
  );
}

function NotaCard(props: NotaListProps & { nota: NotaRow }): React.JSX.Element {
  const { nota, side, zona, linkOf, selection, onlyDivergencias } = props;
  const { nome, uf } = otherPartyOf(nota, side);
  const { to, state } = linkOf(nota);
  return (
    <li
      className={classes.card}
      data-linha={nota.id}
      data-selecionada={selection.has(nota.id) ? true : undefined}
    >
      <Group justify="space-between" wrap="nowrap" gap={12} {...CARD_TITLE}>
        <Text component={Link} inherit truncate to={to} state={state} data-abrir className={classes.open}>
          {nome}
        </Text>
        <span className="num">{formatReais(nota.valorTotal)}</span>
      </Group>
      <Group component="span" wrap="nowrap" mt={4} fz="md" c="dimmed" className="num">
        <TypeTag type={nota.tipoNota} />
        {nota.terceiros && (
          <Badge component="span" title={texts.deTerceirosDica}>
            {texts.deTerceiros}
          </Badge>
        )}
        <span className="t-second">
          {formatDocumentNumber(nota.numeroNota)} / {nota.serieNota}
        </span>
        {nota.dataEmissao && <span>{formatDayTime(nota.dataEmissao, zona)}</span>}
        {uf && <span>{uf}</span>}
        <Box component="span" ml="auto" mr={-4}>
          <StatusSeal status={sealStatus(nota)} />
        </Box>
      </Group>
      <Group justify="space-between" gap={0} mih={24} mt={4}>
        <Status status={summaryStatus(nota)} />
        <DaysLeft nota={nota} onCard />
        <Group component="span" gap={2} pos="relative" mr={-6}>
          {onlyDivergencias ? (
            <ConsultaButton nota={nota} />
          ) : (
            FLAG_NAMES.map((flag) => <CardFlag key={flag} {...props} nota={nota} flag={flag} />)
          )}
        </Group>
      </Group>
    </li>
  );
}

function CardFlag(props: NotaListProps & { nota: NotaRow; flag: FlagName }): React.JSX.Element {
  const { nota, flag, zona, waitingFlags, onSetFlag } = props;
  const waiting = waitingFlags.get(waitingKeyOf(nota.id, flag));
  const isOn = waiting ?? flagStateOf(nota, flag).isOn;
  return (
    <button
      type="button"
      className={`acao-barra ${classes.flag}`}
      aria-pressed={isOn}
      aria-disabled={nota.quarentena}
      aria-label={`${flagTexts[flag].curto} ${nota.quarentena ? flagTexts.bloqueada : tooltipOf(nota, flag, zona)}`}
      onClick={() => {
        if (!nota.quarentena) onSetFlag(nota, flag);
      }}
    >
      {isOn && waiting === undefined ? (
        <IconCheck size={13} stroke={2.4} aria-hidden="true" />
      ) : (
        <FlagIcon isOn={isOn} isWaiting={waiting !== undefined} size={10} />
      )}
      {flagTexts[flag].curto}
    </button>
  );
}
