import { Button, Group, Paper } from "@mantine/core";
import { useEffect, useRef } from "react";
import { accountTexts } from "../../../texts/admin/account.ts";
import { general } from "../../../texts/app/general.ts";
import { copyText } from "../../../ui/state/copy-text.ts";
import classes from "../Panel.module.css";

const texts = accountTexts.segundoFator;

/** The backup codes, shown once. */
export function BackupCodes(props: { codes: readonly string[]; onStored: () => void }): React.JSX.Element {
  const headingRef = useRef<HTMLHeadingElement>(null);
  // They are shown once: focus scrolls them into view.
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <>
      <h3 ref={headingRef} className="t-secao" tabIndex={-1}>
        {texts.reservas}
      </h3>
      <p>{texts.reservasTexto}</p>
      <Paper
        component="ul"
        withBorder
        px={16}
        py={12}
        maw={560}
        bg="var(--ground)"
        className={`mono ${classes.codes}`}
      >
        {props.codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Paper>
      <Group gap={12}>
        <Button variant="default" onClick={() => void copyText(props.codes.join("\n"), general.copiado)}>
          {texts.copiarReservas}
        </Button>
        <Button variant="default" onClick={props.onStored}>
          {texts.guardei}
        </Button>
      </Group>
    </>
  );
}
