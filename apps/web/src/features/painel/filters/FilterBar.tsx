import type { Day } from "@malote/syntax";
import { formatDocumento } from "@malote/syntax";
import { Box, Group, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { empresasQuery } from "../../../rpc/conta/empresas.ts";
import type { DateGroup } from "../../../rpc/documents/painel.ts";
import { newestNotaQuery } from "../../../rpc/documents/painel.ts";
import type { Side } from "../../../rpc/documents/queries.ts";
import { useIsLive } from "../../../rpc/session/live-changes.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { SegmentedControl } from "../../../ui/form/SegmentedControl.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";
import { formatTime, formatTimeAgo } from "../../../ui/format/relative-time.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import classes from "./FilterBar.module.css";
import { PeriodMenu } from "./PeriodMenu.tsx";
import { countDays, formatRange, type PainelFilter, rangeOf } from "./painel-filter.ts";

/** Filter bar of the painel: received or issued, period and company. */
export function FilterBar(props: {
  filter: PainelFilter;
  onChange: (filter: PainelFilter) => void;
  today: Day;
  timeZone: string;
  group: DateGroup;
  /** Time of the last count, in ms; 0 before the first. */
  countedAt: number;
}): React.JSX.Element {
  const { filter, onChange, today, timeZone, group, countedAt } = props;
  const range = rangeOf(filter.periodo, today);
  const { data: empresas = [] } = useQuery(empresasQuery);
  const dates = formatRange(range);
  const days = `${texts.periodo.duracao(countDays(range))}, ${texts.periodo.por[group]}`;
  const empresa = empresas.find(({ cnpj }) => cnpj === filter.empresa);
  return (
    <>
      <Group px="var(--h-gutter)" pt={14} className={`${classes.bar} sem-impressao`}>
        <SegmentedControl
          label={texts.papeis.rotulo}
          value={filter.papel}
          options={["E", "S"]}
          texts={texts.papeis}
          onChange={(papel) => onChange({ ...filter, papel })}
        />
        <PeriodMenu
          dates={dates}
          days={days}
          period={filter.periodo}
          today={today}
          onChange={(periodo) => onChange({ ...filter, periodo })}
        />
        <Box w={232}>
          <SelectField
            label={texts.empresa.rotulo}
            value={filter.empresa}
            empty={{ value: "", label: texts.empresa.todas }}
            options={empresas.map(({ cnpj, nome }) => ({ value: cnpj, label: nome }))}
            onChange={(next) => onChange({ ...filter, empresa: next })}
          />
        </Box>
        <Group ml="auto" visibleFrom="xs">
          <LiveMark side={filter.papel} countedAt={countedAt} timeZone={timeZone} />
          <button type="button" className="icone" aria-label={texts.imprimir} onClick={() => window.print()}>
            <IconPrinter size={18} stroke={1.6} aria-hidden="true" />
          </button>
        </Group>
      </Group>
      <Text px="var(--h-gutter)" pt={8} c="var(--text-2)" className={classes.words}>
        {[
          texts.papeis[filter.papel],
          `${dates} (${days})`,
          filter.empresa ? (empresa?.nome ?? formatDocumento(filter.empresa)) : texts.empresa.todas,
        ].join(" · ")}
      </Text>
    </>
  );
}

/** Whether the page follows the conta, and the age of its newest document; else when it was last counted. */
function LiveMark(props: { side: Side; countedAt: number; timeZone: string }): React.JSX.Element {
  const { side, countedAt, timeZone } = props;
  const now = useNow();
  const { data: newest = null } = useQuery(newestNotaQuery(side));
  const live = useIsLive() && newest !== null;
  const counted = countedAt > 0 && texts.atualizado(formatTime(new Date(countedAt), timeZone));
  return (
    <Group component="span" className="t-rotulo num" gap={8} miw={118} justify="flex-end" wrap="nowrap">
      {live && <span className={classes.dot} aria-hidden="true" />}
      {live ? texts.aoVivo(formatTimeAgo(newest, now, timeZone)) : counted}
    </Group>
  );
}
