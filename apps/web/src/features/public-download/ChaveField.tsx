import { ActionIcon, Group, Text } from "@mantine/core";
import { IconAlertCircle, IconChecks, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { downloadTexts as texts } from "../../texts/site/public-pages.ts";
import { extractChave, formatChaveGroups, readFacts } from "./chave-facts.ts";
import classes from "./download.module.css";

/** The field of the access key, in groups of four, with the facts that the typed part contains. */
export function ChaveField(props: {
  chave: string;
  onChange: (chave: string) => void;
  onEnter: () => void;
  errorText: string | undefined;
  autoFocus: boolean;
}): React.JSX.Element {
  const { chave, onChange, onEnter, errorText, autoFocus } = props;
  const id = useId();
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text component="label" htmlFor={id} fw={550}>
          {texts.chave}
        </Text>
        <Text span c="dimmed" className="num">
          {texts.conta(chave.length)}
        </Text>
      </Group>
      <div className={`campo ${classes.box}`} data-error={errorText === undefined ? undefined : ""}>
        <textarea
          id={id}
          className="mono"
          rows={1}
          value={formatChaveGroups(chave)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: this field is the purpose of the page
          autoFocus={autoFocus}
          aria-invalid={errorText === undefined ? undefined : true}
          aria-describedby={errorText === undefined ? undefined : `${id}-erro`}
          onChange={({ currentTarget }) => onChange(extractChave(currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            onEnter();
          }}
        />
        {chave !== "" && (
          <ActionIcon aria-label={texts.limpar} onClick={() => onChange("")}>
            <IconX size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      {errorText !== undefined && (
        <Text id={`${id}-erro`} mt={6} c="red" role="alert">
          {errorText}
        </Text>
      )}
      <dl className={classes.facts} aria-live="polite">
        {readFacts(chave).map(({ label: factLabel, value: factValue, tone }) => (
          <div key={factLabel} data-tom={tone}>
            <dt className="t-rotulo">{factLabel}</dt>
            <dd>
              {tone === "ok" && <IconChecks size={16} stroke={1.6} aria-hidden="true" />}
              {tone === "ruim" && <IconAlertCircle size={16} stroke={1.6} aria-hidden="true" />}
              {factValue}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
