import { Box, Tabs, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { apiTexts } from "../../texts/admin/api.ts";
import { CodeBlock } from "../../ui/documento/CodeBlock.tsx";
import { CopyButton } from "../../ui/form/DrawerForm.tsx";
import classes from "./Examples.module.css";
import { INTERFACES, LANGUAGES, writeExample } from "./write-example.ts";

const texts = apiTexts.exemplos;

/** Example calls to copy, with the address under which the browser reaches the server. */
export function Examples({ base }: { base: string }): React.JSX.Element {
  const [selectedInterface, setSelectedInterface] = useState<(typeof INTERFACES)[number]>(INTERFACES[0]);
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>(LANGUAGES[0]);
  const example = writeExample(selectedInterface, language, base);
  return (
    <Box
      component="section"
      maw={880}
      p="20px var(--gutter) 32px"
      className={classes.tabs}
      aria-labelledby="api-exemplos"
    >
      <h2 id="api-exemplos" className="t-secao">
        {texts.titulo}
      </h2>
      <Text size="sm" c="var(--text-2)">
        {texts.texto}
      </Text>
      <Text size="sm" c="var(--text-2)">
        {texts.base}{" "}
        <Text span inherit c="var(--text)" className="mono wrap-anywhere">
          {base}
        </Text>
      </Text>
      <SegmentTabs
        label={texts.portas.rotulo}
        keys={INTERFACES}
        titles={texts.portas}
        active={selectedInterface}
        onChange={setSelectedInterface}
      >
        <Text size="sm" c="var(--text-2)">
          {texts[selectedInterface]}{" "}
          {selectedInterface === "rest" && (
            <a className="link" href="/Services/rest/v1/openapi.json" target="_blank" rel="noreferrer">
              {texts.openapi} <IconExternalLink size={14} stroke={1.6} aria-hidden="true" />
            </a>
          )}
        </Text>
        <SegmentTabs
          label={texts.linguagens.rotulo}
          keys={LANGUAGES}
          titles={texts.linguagens}
          active={language}
          onChange={setLanguage}
        >
          <CodeBlock>{example}</CodeBlock>
          <CopyButton text={example}>{texts.copiar}</CopyButton>
        </SegmentTabs>
      </SegmentTabs>
    </Box>
  );
}

/** Tabs inside a section; the active panel is below. */
function SegmentTabs<K extends string>(props: {
  label: string;
  keys: readonly K[];
  titles: Readonly<Record<K, string>>;
  active: K;
  onChange: (key: K) => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { label, keys, titles, active, onChange, children } = props;
  return (
    <Tabs variant="segments" className={classes.tabs} value={active} onChange={(key) => onChange(key as K)}>
      <Tabs.List className={classes.segments} aria-label={label}>
        {keys.map((key) => (
          <Tabs.Tab key={key} value={key} className={classes.segment}>
            {titles[key]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={active} className={classes.tabs}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
