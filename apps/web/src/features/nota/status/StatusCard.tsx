import { DataList, Divider, Group, Text } from "@mantine/core";
import {
  IconCheck,
  IconCircleCheckFilled,
  IconClock,
  IconEyeOff,
  IconMinus,
  IconX,
} from "@tabler/icons-react";
import { serverNow } from "../../../network/clock.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { Fact, IconLine } from "../../../ui/documento/DocContent.tsx";
import { StatusIcon } from "../../../ui/documento/Status.tsx";
import { Assessment } from "./Assessment.tsx";
import classes from "./StatusCard.module.css";
import {
  type Comparison,
  type StatusCardRow,
  type StatusCardTexts,
  statusCardTextsOf,
} from "./status-card-texts.ts";

const COMPARISONS = {
  igual: [IconCheck, "var(--ok-text)"],
  diferente: [IconX, "var(--bad-text)"],
  neutro: [IconMinus, "dimmed"],
} as const;

/**
 * Status card of a document: status, comparisons and times of the consultas. The only framed card
 * of the page.
 */
export function StatusCard({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  return (
    <StatusCardFrame card={statusCardTextsOf(nota, serverNow(), timeZone)} hidden={nota.quarentena}>
      <Assessment nota={nota} timeZone={timeZone} />
    </StatusCardFrame>
  );
}

/** The card itself; `hidden`: its document is in no export. Children: the verdict on the file. */
export function StatusCardFrame(props: {
  card: StatusCardTexts;
  hidden: boolean;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { card, hidden, children } = props;
  return (
    <section className={classes.card} data-tom={card.tone} aria-label={texts.cartao.rotulo}>
      <header className={classes.top}>
        {card.tone === "ok" ? (
          <IconCircleCheckFilled size={26} aria-hidden="true" />
        ) : (
          <StatusIcon iconName={card.icon} size={26} />
        )}
        <div>
          <h2 className={classes.title}>{card.titulo}</h2>
          <Text size="xs" c="var(--text-2)">
            {card.segunda}
          </Text>
        </div>
      </header>
      <DataList gap={8} labelWidth={88} p="11px 16px">
        {card.linhas.map((row) => (
          <CardRow key={row.rotulo} row={row} />
        ))}
      </DataList>
      {children && <Divider />}
      {children}
      <Divider />
      <IconLine icon={hidden ? IconEyeOff : IconClock} c="dimmed" fz="xs" p="8px 16px">
        {card.rodape}
      </IconLine>
    </section>
  );
}

function CardRow({ row }: { row: StatusCardRow }): React.JSX.Element {
  const { rotulo, valor, inteiro, mono = false, detalhe, comparacao } = row;
  return (
    <Fact label={rotulo}>
      <div className={classes.row}>
        <span className={mono ? `mono ${classes.code}` : classes.value} title={inteiro}>
          {valor}
        </span>
        {comparacao && <ComparisonText {...comparacao} />}
      </div>
      {detalhe && <p className="t-rotulo">{detalhe}</p>}
    </Fact>
  );
}

function ComparisonText({ tipo, texto }: Comparison): React.JSX.Element {
  const [Icon, color] = COMPARISONS[tipo];
  return (
    <Group component="span" gap={6} flex="none" fz="xs" fw={550} c={color}>
      <Icon size={15} stroke={2} aria-hidden="true" />
      {texto}
    </Group>
  );
}
