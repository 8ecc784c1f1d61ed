import { Button, Tabs, Text } from "@mantine/core";
import { IconCopy, IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { apiTexts } from "../../texts/admin/api.ts";
import { general } from "../../texts/app/general.ts";
import { copyText } from "../../ui/state/copy-text.ts";
import classes from "./Api.module.css";
import { INTERFACES, LANGUAGES, writeExample } from "./write-example.ts";

const texts = apiTexts.exemplos;

/** Example calls to copy, with the address under which the browser reaches the server. */
export function Examples({ base }: { base: string }): React.JSX.Element {
  const [selectedInterface, setSelectedInterface] = useState<(typeof INTERFACES)[number]>(INTERFACES[0]);
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>(LANGUAGES[0]);
  const example = writeExample(selectedInterface, language, base);
  return (
    <section className={classes.section} aria-labelledby="api-exemplos">
      <h2 id="api-exemplos" className="t-secao">
        {texts.titulo}
      </h2>
      <p>{texts.texto}</p>
      <p>
        {texts.base}{" "}
        <Text component="code" inherit c="var(--text)" className="mono">
          {base}
        </Text>
      </p>
      <TabbedPanel
        label={texts.portas.rotulo}
        keys={INTERFACES}
        words={texts.portas}
        value={selectedInterface}
        onChange={setSelectedInterface}
      >
        <p>
          {texts[selectedInterface]}{" "}
          {selectedInterface === "rest" && (
            <a className="link" href="/Services/rest/v1/openapi.json" target="_blank" rel="noreferrer">
              {texts.openapi} <IconExternalLink size={14} stroke={1.6} aria-hidden="true" />
            </a>
          )}
        </p>
        <TabbedPanel
          label={texts.linguagens.rotulo}
          keys={LANGUAGES}
          words={texts.linguagens}
          value={language}
          onChange={setLanguage}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus */}
          <pre className={classes.example} tabIndex={0}>
            <code>{example}</code>
          </pre>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => void copyText(example, general.copiado)}
          >
            {texts.copiar}
          </Button>
        </TabbedPanel>
      </TabbedPanel>
    </section>
  );
}

/** Tabs over one panel, whose content depends on the current tab. */
function TabbedPanel<K extends string>(props: {
  label: string;
  keys: readonly K[];
  words: Readonly<Record<K, string>>;
  value: K;
  onChange: (key: K) => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { label, keys, words, value, onChange, children } = props;
  return (
    <Tabs unstyled value={value} onChange={(next) => onChange(next as K)} className={classes.panel}>
      <Tabs.List aria-label={label} className={classes.segments}>
        {keys.map((key) => (
          <Tabs.Tab key={key} value={key} className={classes.segment}>
            {words[key]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} className={classes.panel}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
