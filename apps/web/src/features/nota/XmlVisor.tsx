import { IconChevronDown, IconChevronRight, IconChevronUp, IconCopy, IconSearch } from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { abas as textos } from "../../textos/nota-abas.ts";
import { copiar } from "../../ui/copiar.ts";
import { XmlLinha } from "./XmlLinha.tsx";
import classes from "./XmlVisor.module.css";
import {
  findLinhas,
  foldable,
  foldedAtFirst,
  type LinhaXml,
  linhasOf,
  unfoldTo,
  visible,
} from "./xml-linhas.ts";

const LINHA_PX = 24;
const SOBRA = 20;

/** An XML as a collapsible tree with search and copy. Only the visible lines are rendered. */
export function XmlVisor({ xml }: { xml: string }): React.JSX.Element {
  const lines = useMemo(() => linhasOf(xml), [xml]);
  if (!lines) {
    return (
      <div className={classes.visor}>
        <p className={classes.aviso}>{textos.xml.invalido}</p>
        <pre className={classes.cru}>{xml}</pre>
      </div>
    );
  }
  return <Arvore lines={lines} xml={xml} />;
}

/** State of the tree: collapsed elements, search text and current match. */
function useArvore(lines: readonly LinhaXml[]) {
  const [folded, setFolded] = useState(() => foldedAtFirst(lines));
  const [busca, setBusca] = useState("");
  const [current, setCurrent] = useState(0);
  const janela = useRef<HTMLDivElement>(null);
  const found = useMemo(() => findLinhas(lines, busca), [lines, busca]);

  const go = (index: number, among: readonly number[] = found): void => {
    const alvo = among[((index % among.length) + among.length) % among.length];
    if (alvo === undefined) return;
    const next = unfoldTo(lines, folded, alvo);
    setFolded(next);
    setCurrent(among.indexOf(alvo));
    const place = visible(lines, next).indexOf(alvo);
    requestAnimationFrame(() => janela.current?.scrollTo({ top: Math.max(0, place * LINHA_PX - 80) }));
  };
  const search = (texto: string): void => {
    setBusca(texto);
    setCurrent(0);
    if (texto.trim().length > 1) go(0, findLinhas(lines, texto));
  };
  const toggle = (index: number): void => {
    const next = new Set(folded);
    if (!next.delete(index)) next.add(index);
    setFolded(next);
  };
  return { folded, setFolded, busca, current, janela, found, go, search, toggle };
}

function Arvore({ lines, xml }: { lines: readonly LinhaXml[]; xml: string }): React.JSX.Element {
  const arvore = useArvore(lines);
  const { folded, setFolded, busca, current, found } = arvore;
  return (
    <div className={classes.visor}>
      <div className={classes.barra}>
        <Busca
          busca={busca}
          total={found.length}
          current={current}
          onBusca={arvore.search}
          onGo={arvore.go}
        />
        <button type="button" className="acao-barra" onClick={() => setFolded(new Set())}>
          {textos.xml.abrirTudo}
        </button>
        <button type="button" className="acao-barra" onClick={() => setFolded(foldable(lines))}>
          {textos.xml.fecharTudo}
        </button>
        <button
          type="button"
          className="icone icone-pequeno"
          aria-label={textos.xml.copiar}
          data-dica={textos.xml.copiar}
          onClick={() => void copiar(xml, textos.xml.copiado)}
        >
          <IconCopy size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <Janela
        janela={arvore.janela}
        lines={lines}
        folded={folded}
        busca={busca}
        alvo={found[current] ?? -1}
        onToggle={arvore.toggle}
      />
    </div>
  );
}

function Busca(props: {
  busca: string;
  total: number;
  current: number;
  onBusca: (texto: string) => void;
  onGo: (index: number) => void;
}): React.JSX.Element {
  const { busca, total, current, onBusca, onGo } = props;
  return (
    <search className={classes.busca}>
      <IconSearch size={16} stroke={1.6} aria-hidden="true" />
      <input
        type="text"
        value={busca}
        placeholder={textos.xml.buscar}
        aria-label={textos.xml.buscar}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onBusca(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onGo(current + (event.shiftKey ? -1 : 1));
        }}
      />
      {busca.trim() !== "" && (
        <>
          <span className={classes.conta} role="status">
            {textos.xml.resultados(total === 0 ? 0 : current + 1, total)}
          </span>
          <button
            type="button"
            className="icone icone-pequeno"
            aria-label={textos.xml.anterior}
            onClick={() => onGo(current - 1)}
          >
            <IconChevronUp size={16} stroke={1.6} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="icone icone-pequeno"
            aria-label={textos.xml.proximo}
            onClick={() => onGo(current + 1)}
          >
            <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
          </button>
        </>
      )}
    </search>
  );
}

/** Renders only the visible lines, positioned in a box of the full height. */
function Janela(props: {
  janela: React.RefObject<HTMLDivElement | null>;
  lines: readonly LinhaXml[];
  folded: ReadonlySet<number>;
  busca: string;
  alvo: number;
  onToggle: (index: number) => void;
}): React.JSX.Element {
  const { janela, lines, folded, busca, alvo, onToggle } = props;
  const shown = useMemo(() => visible(lines, folded), [lines, folded]);
  const [range, setRange] = useState({ from: 0, to: 120 });
  const onScroll = (event: React.UIEvent<HTMLDivElement>): void => {
    const { scrollTop, clientHeight } = event.currentTarget;
    const from = Math.max(0, Math.floor(scrollTop / LINHA_PX) - SOBRA);
    const to = Math.ceil((scrollTop + clientHeight) / LINHA_PX) + SOBRA;
    setRange((old) => (old.from === from && old.to === to ? old : { from, to }));
  };
  return (
    <section
      ref={janela}
      className={classes.janela}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
      tabIndex={0}
      aria-label={textos.xml.rotulo}
      onScroll={onScroll}
    >
      <div className={classes.folha} style={{ height: shown.length * LINHA_PX }}>
        {shown.slice(range.from, range.to).map((index, i) => {
          const linha = lines[index];
          if (!linha) return null;
          const dobrada = folded.has(index);
          return (
            <div key={index} className={classes.linha} style={{ top: (range.from + i) * LINHA_PX }}>
              <Dobra linha={linha} dobrada={dobrada} onToggle={() => onToggle(index)} />
              <XmlLinha linha={linha} dobrada={dobrada} busca={busca} alvo={index === alvo} />
            </div>
          );
        })}
      </div>
    </section>
  );
}

function Dobra(props: { linha: LinhaXml; dobrada: boolean; onToggle: () => void }): React.JSX.Element {
  const { linha, dobrada, onToggle } = props;
  const Seta = dobrada ? IconChevronRight : IconChevronDown;
  return (
    <span className={classes.dobra}>
      {linha.tipo === "abre" && (
        <button
          type="button"
          aria-expanded={!dobrada}
          aria-label={dobrada ? textos.xml.abrir(linha.nome) : textos.xml.fechar(linha.nome)}
          onClick={onToggle}
        >
          <Seta size={14} stroke={1.8} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
