import { Button } from "@mantine/core";
import { IconCopy, IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { apiTexts } from "../../texts/admin/api.ts";
import { general } from "../../texts/app/general.ts";
import { copyText } from "../../ui/state/copy-text.ts";
import classes from "./Api.module.css";
import { LocalTabs } from "./LocalTabs.tsx";
import { INTERFACES, LANGUAGES, writeExample } from "./write-example.ts";

const texts = apiTexts.exemplos;

/** Example calls to copy, with the address under which the browser reaches the server. */
export function Examples({ base }: { base: string }): React.JSX.Element {
  const [selectedInterface, setSelectedInterface] = useState<(typeof INTERFACES)[number]>(INTERFACES[0]);
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>(LANGUAGES[0]);
  const example = writeExample(selectedInterface, language, base);
  return (
    <section className={classes.exemplos} aria-labelledby="api-exemplos">
      <h2 id="api-exemplos" className="t-secao">
        {texts.titulo}
      </h2>
      <p>{texts.texto}</p>
      <p className={classes.base}>
        {texts.base} <code className="mono">{base}</code>
      </p>
      <LocalTabs
        label={texts.portas.rotulo}
        tabs={INTERFACES.map((chave) => ({ key: chave, title: texts.portas[chave] }))}
        active={selectedInterface}
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
        <LocalTabs
          label={texts.linguagens.rotulo}
          tabs={LANGUAGES.map((chave) => ({ key: chave, title: texts.linguagens[chave] }))}
          active={language}
          onChange={setLanguage}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus */}
          <pre className={classes.exemplo} tabIndex={0}>
            <code>{example}</code>
          </pre>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => void copyText(example, general.copiado)}
          >
            {texts.copiar}
          </Button>
        </LocalTabs>
      </LocalTabs>
    </section>
  );
}
