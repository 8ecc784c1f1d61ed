import { DataList, Group, Stack } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useId } from "react";
import { general } from "../../texts/app/general.ts";
import { copyText } from "../state/copy-text.ts";
import classes from "./SideSection.module.css";

/** A section of the pane beside a form: title, a status or a button, content. */
export function SideSection(props: {
  title: string;
  action?: React.ReactNode;
  children: React.ReactNode;
}): React.JSX.Element {
  const { title, action, children } = props;
  const id = useId();
  return (
    <Stack component="section" className={classes.section} aria-labelledby={id}>
      <Group component="header" justify="space-between" mih={32}>
        <h2 id={id} className="t-secao">
          {title}
        </h2>
        {action}
      </Group>
      {children}
    </Stack>
  );
}

/** Labels with their values, one per line. */
export function SideFacts(props: {
  rows: readonly (readonly [label: string, value: React.ReactNode])[];
  /** Width of the labels, in px. */
  labelWidth?: number;
  /** Whether all values are numbers or dates. */
  isNumeric?: boolean;
}): React.JSX.Element {
  const { rows, labelWidth = 148, isNumeric = false } = props;
  return (
    <DataList className={classes.facts} gap={4} labelWidth={labelWidth}>
      {rows.map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue className={isNumeric ? "num" : undefined}>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

/** Length after which a fingerprint of 32 bytes, "AA:BB:…", breaks: 16 bytes. */
const LINE_LENGTH = 48;

/** A fingerprint under its label, with a button that copies it. */
export function SideCode(props: { label: string; code: string; copyLabel: string }): React.JSX.Element {
  const { label, code, copyLabel } = props;
  return (
    <DataList className={classes.facts} orientation="vertical">
      <DataList.Item>
        <DataList.ItemLabel>
          {label}
          <button
            type="button"
            className="icone icone-pequeno"
            aria-label={copyLabel}
            data-dica={copyLabel}
            onClick={() => void copyText(code, general.copiado)}
          >
            <IconCopy size={15} stroke={1.6} aria-hidden="true" />
          </button>
        </DataList.ItemLabel>
        <DataList.ItemValue className="mono" maw="49ch" fz="xs" lh="18px">
          {code.slice(0, LINE_LENGTH)}
          <wbr />
          {code.slice(LINE_LENGTH)}
        </DataList.ItemValue>
      </DataList.Item>
    </DataList>
  );
}
