import { Button } from "@mantine/core";
import { IconCopy, IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../textos/api.ts";
import { geral } from "../../textos/geral.ts";
import { copiar } from "../../ui/copiar.ts";
import { AbasLocais } from "./AbasLocais.tsx";
import classes from "./Api.module.css";
import { LINGUAGENS, PORTAS, writeExemplo } from "./exemplos.ts";

const textos = api.exemplos;

/** Example calls to copy, with the address under which the browser reaches the server. */
export function Exemplos({ base }: { base: string }): React.JSX.Element {
  const [porta, setPorta] = useState<(typeof PORTAS)[number]>(PORTAS[0]);
  const [linguagem, setLinguagem] = useState<(typeof LINGUAGENS)[number]>(LINGUAGENS[0]);
  const exemplo = writeExemplo(porta, linguagem, base);
  return (
    <section className={classes.exemplos} aria-labelledby="api-exemplos">
      <h2 id="api-exemplos" className="t-secao">
        {textos.titulo}
      </h2>
      <p>{textos.texto}</p>
      <p className={classes.base}>
        {textos.base} <code className="mono">{base}</code>
      </p>
      <AbasLocais
        rotulo={textos.portas.rotulo}
        abas={PORTAS.map((chave) => ({ chave, titulo: textos.portas[chave] }))}
        ativa={porta}
        onChange={setPorta}
      >
        <p>
          {textos[porta]}{" "}
          {porta === "rest" && (
            <a className="link" href="/Services/rest/v1/openapi.json" target="_blank" rel="noreferrer">
              {textos.openapi} <IconExternalLink size={14} stroke={1.6} aria-hidden="true" />
            </a>
          )}
        </p>
        <AbasLocais
          rotulo={textos.linguagens.rotulo}
          abas={LINGUAGENS.map((chave) => ({ chave, titulo: textos.linguagens[chave] }))}
          ativa={linguagem}
          onChange={setLinguagem}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus */}
          <pre className={classes.exemplo} tabIndex={0}>
            <code>{exemplo}</code>
          </pre>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => void copiar(exemplo, geral.copiado)}
          >
            {textos.copiar}
          </Button>
        </AbasLocais>
      </AbasLocais>
    </section>
  );
}
