import { PAINEL_PERIOD_MAX_DAYS, parseDay } from "@malote/contract";
import { type Day, formatDate, formatInteger } from "@malote/syntax";
import { Box, Button, Divider, Group, Popover, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconCalendar, IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { DateField } from "../../../ui/date/DateField.tsx";
import { checkTypedPeriod } from "../../../ui/date/typed-period.ts";
import { GuardedForm, NO_DRAFT } from "../../../ui/form/GuardedForm.tsx";
import { countDays, type Period, PRESETS, rangeOf } from "./painel-filter.ts";

const { periodo: t } = texts;

type PeriodMenuProps = {
  /** The period in words: its dates, and its length and grouping. */
  dates: string;
  days: string;
  period: Period;
  today: Day;
  onChange: (period: Period) => void;
};

/** Button with the period; its popover has the preset periods and a form for two dates. */
export function PeriodMenu(props: PeriodMenuProps): React.JSX.Element {
  const { dates, days, period, today, onChange } = props;
  const [opened, setOpened] = useState(false);
  const choose = (next: Period): void => {
    onChange(next);
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={340}
      shadow="md"
      radius="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          aria-label={t.botao(dates, days)}
          leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden="true" />}
          rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          <span className="num">{dates}</span>
          <Text span inherit ml={8} fw={450} c="var(--text-3)">
            {days}
          </Text>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t.rotulo} aria-labelledby={undefined}>
        <Box component="fieldset" m={0} p={0} bd={0} aria-label={t.rotulo}>
          {PRESETS.map((preset) => (
            <UnstyledButton
              key={preset}
              aria-pressed={preset === period}
              data-autofocus={preset === period || undefined}
              className="menu-item"
              w="100%"
              mih="var(--h-botao)"
              fw={preset === period ? 600 : undefined}
              onClick={() => choose(preset)}
            >
              <Group component="span" justify="space-between">
                {t.presets[preset]}
                {preset === period && <IconCheck size={16} stroke={1.8} aria-hidden="true" />}
              </Group>
            </UnstyledButton>
          ))}
        </Box>
        <Divider mt={6} />
        <DateRangeForm key={period} period={period} today={today} onChange={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function DateRangeForm(props: Pick<PeriodMenuProps, "period" | "today" | "onChange">): React.JSX.Element {
  const { period, today, onChange } = props;
  const range = rangeOf(period, today);
  const [dates, setDates] = useState({ de: formatDate(range.de), ate: formatDate(range.ate) });
  const [submitted, setSubmitted] = useState(false);
  const errors = checkDates(dates);
  const shown = submitted ? errors : {};
  const onSubmit = (event: React.FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    const [de, ate] = [parseDay(dates.de), parseDay(dates.ate)];
    if (de && ate && Object.keys(errors).length === 0) onChange(`${de}..${ate}`);
  };
  return (
    <GuardedForm aria-label={t.datas} changed={NO_DRAFT} onSubmit={onSubmit}>
      <Stack gap={8} p={10}>
        <Group grow align="flex-start">
          <DateField
            label={t.de}
            name={`${t.rotulo} ${t.de.toLowerCase()}`}
            value={dates.de}
            error={shown.de}
            onChange={(de) => setDates({ ...dates, de })}
          />
          <DateField
            label={t.ate}
            name={`${t.rotulo} ${t.ate.toLowerCase()}`}
            value={dates.ate}
            error={shown.ate}
            onChange={(ate) => setDates({ ...dates, ate })}
          />
        </Group>
        <Button variant="default" type="submit">
          {t.aplicar}
        </Button>
      </Stack>
    </GuardedForm>
  );
}

function checkDates({ de, ate }: { de: string; ate: string }): { de?: string; ate?: string } {
  const wrong = checkTypedPeriod({ preset: "", de, ate });
  if (Object.keys(wrong).length > 0) return wrong;
  const [from, to] = [parseDay(de), parseDay(ate)];
  if (!from) return { de: t.vazio };
  if (!to) return { ate: t.vazio };
  const days = countDays({ de: from, ate: to });
  return days > PAINEL_PERIOD_MAX_DAYS ? { ate: t.longo(formatInteger(PAINEL_PERIOD_MAX_DAYS)) } : {};
}
