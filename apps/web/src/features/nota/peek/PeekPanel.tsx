import { formatInteger } from "@malote/syntax";
import { Button, Divider, Group, Kbd, Stack, Text } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconRefresh, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { serverNow } from "../../../network/clock.ts";
import { useLostConnection } from "../../../network/connection.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { notaQuery } from "../../../rpc/documents/detail-queries.ts";
import type { Nota, NotaRow } from "../../../rpc/documents/queries.ts";
import { connectionTexts } from "../../../texts/app/connection.ts";
import { peekTexts as texts } from "../../../texts/lists/peek.ts";
import { notaTexts } from "../../../texts/nota/nota.ts";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";
import { SidePanel } from "../../../ui/layout/SidePanel.tsx";
import { usePeekedRow } from "../../../ui/list/peek-row.ts";
import { StepButton } from "../../../ui/list/StepButton.tsx";
import { TypeTag } from "../../../ui/list/TypeTag.tsx";
import { GravidadeIcon } from "../achados/GravidadeIcon.tsx";
import { consultaExclusionOf } from "../consulta/consulta-exclusion.ts";
import { startConsulta, useRunningConsultas } from "../consulta/running-consultas.ts";
import { DownloadMenu } from "../detail/NotaActions.tsx";
import { nextStepOf } from "../evidence/next-step.ts";
import { FlagList } from "../flags/FlagList.tsx";
import { type FlagName, notaNameOf } from "../flags/flag-state.ts";
import { StatusCardFrame } from "../status/StatusCard.tsx";
import { PeekFacts } from "./PeekFacts.tsx";
import classes from "./PeekPanel.module.css";
import { peekCardOf } from "./peek-card.ts";
import type { Peek, PeekList } from "./use-peek.ts";

/** Reasons of a quarantine that the panel lists; the page shows all. */
const ACHADOS_MAX = 3;

/** Three buttons in the width of the panel. */
const FOOT_BUTTON = { flex: "none", px: 9, styles: { inner: { gap: 6 }, section: { margin: 0 } } } as const;

type PanelProps = {
  list: PeekList;
  peek: Peek;
  timeZone: string;
  linkOf: (nota: NotaRow) => { to: string; state: unknown };
  onSetFlag: (nota: NotaRow, flag: FlagName, turnOn: boolean) => void;
};

/** The document of a row beside its list: at once what the row says, then what the document says. */
export function PeekPanel(props: PanelProps): React.JSX.Element | null {
  const { list, peek, timeZone, linkOf, onSetFlag } = props;
  const place = peek.placeOf(usePeekedRow());
  const row = place?.nota;
  const { data } = useQuery({ ...notaQuery(row?.id ?? ""), enabled: row !== undefined });
  const lost = useLostConnection() !== null;
  usePrefetchNeighbours(list, place?.at ?? -1);
  if (!place || !row) return null;
  const details = data?.id === row.id ? data : undefined;
  const missing = lost ? connectionTexts.campo : undefined;
  const nota = details ?? row;
  // From the row alone, so that nothing moves when the document arrives.
  const step = row.divergente ? nextStepOf(row) : null;
  return (
    <SidePanel
      label={texts.rotulo}
      head={<PanelHead list={list} peek={peek} row={row} at={place.at} />}
      foot={<PanelFoot nota={nota} link={linkOf(row)} />}
    >
      <Stack gap={16} key={row.id}>
        <div className={classes.card}>
          <StatusCardFrame
            card={peekCardOf(row, details, { now: serverNow(), timeZone, missing })}
            hidden={row.quarentena}
          >
            {step && (
              <Text inherit p="10px 16px" c="var(--text-2)">
                {step.advice}
              </Text>
            )}
            {details?.quarentena && details.achados.length > 0 && <Reasons achados={details.achados} />}
          </StatusCardFrame>
        </div>
        <PeekFacts nota={nota} details={details} timeZone={timeZone} />
        <Divider />
        <FlagList
          withKeys
          nota={nota}
          timeZone={timeZone}
          onSetFlag={(flag, turnOn) => onSetFlag(row, flag, turnOn)}
        />
      </Stack>
    </SidePanel>
  );
}

/** The documents that J and K lead to are read before the keys are pressed. */
function usePrefetchNeighbours({ notas }: PeekList, at: number): void {
  const client = useQueryClient();
  const [next, previous] = [notas[at + 1]?.id, notas[at - 1]?.id];
  useEffect(() => {
    if (at === -1) return;
    for (const id of [next, previous]) if (id) void client.prefetchQuery(notaQuery(id));
  }, [client, at, next, previous]);
}

function PanelHead(props: { list: PeekList; peek: Peek; row: NotaRow; at: number }): React.JSX.Element {
  const { list, peek, row, at } = props;
  const isInside = list.notas[at]?.id === row.id;
  const position = list.first + at;
  return (
    <>
      <Group component="h2" gap={8} wrap="nowrap" fz="sm" lh="20px" fw={400}>
        <TypeTag type={row.tipoNota} />
        <span className="t-pagina num">{formatDocumentNumber(row.numeroNota)}</span>
        <span className="t-dimmed">{notaTexts.serie(row.serieNota)}</span>
        <span className="vh" aria-live="polite">
          {texts.mostrado(notaNameOf(row), row.nomeEmitente)}
        </span>
      </Group>
      <Group gap={8} wrap="nowrap" ml="auto" mr={-8}>
        <span className="t-rotulo num">
          {isInside
            ? texts.posicao(formatInteger(position + 1), formatInteger(list.total))
            : texts.foraDaLista}
        </span>
        <StepButton
          icon={IconChevronUp}
          label={texts.anterior}
          isEnd={position === 0}
          onClick={() => peek.step(-1)}
        />
        <StepButton
          icon={IconChevronDown}
          label={texts.proximo}
          isEnd={isInside && position >= list.total - 1}
          onClick={() => peek.step(1)}
        />
        <button
          type="button"
          className="icone icone-pequeno"
          aria-label={texts.fechar}
          data-dica={texts.fechar}
          data-dica-tecla="Esc"
          onClick={peek.close}
        >
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </Group>
    </>
  );
}

/** Why the document is in quarantine. */
function Reasons({ achados }: { achados: Nota["achados"] }): React.JSX.Element {
  return (
    <Stack component="ul" gap={4} p="10px 16px">
      {achados.slice(0, ACHADOS_MAX).map(({ codigo, titulo, gravidade }) => (
        <Group key={codigo} component="li" gap={8} wrap="nowrap">
          <GravidadeIcon gravidade={gravidade} size={15} />
          <span>{titulo}</span>
        </Group>
      ))}
    </Stack>
  );
}

function PanelFoot(props: { nota: NotaRow | Nota; link: { to: string; state: unknown } }): React.JSX.Element {
  const { nota, link } = props;
  const isRunning = useRunningConsultas().has(nota.id);
  return (
    <>
      <Button
        {...FOOT_BUTTON}
        component={Link}
        to={link.to}
        state={link.state}
        rightSection={<Kbd aria-hidden="true">Enter</Kbd>}
      >
        {texts.abrir}
      </Button>
      {consultaExclusionOf(nota, serverNow()) === null && (
        <Button
          {...FOOT_BUTTON}
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
          aria-disabled={isRunning || undefined}
          onClick={() => void startConsulta(nota)}
        >
          {isRunning ? texts.consultando : texts.consultar}
        </Button>
      )}
      <Group ml="auto">
        <DownloadMenu bare nota={nota} />
      </Group>
    </>
  );
}
