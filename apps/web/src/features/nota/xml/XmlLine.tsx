import classes from "./XmlTab.module.css";
import type { XmlTreeLine } from "./xml-tree.ts";

/** One line of the XML tree, with the matches of the search highlighted. */
export function XmlLine(props: {
  line: XmlTreeLine;
  collapsed: boolean;
  searchText: string;
  isTarget: boolean;
}): React.JSX.Element {
  const { line, collapsed, searchText, isTarget } = props;
  const { tipo, nivel, nome, atributos, texto: text } = line;
  const highlight = (part: string): React.ReactNode => (
    <HighlightedText text={part} searchText={searchText} isTarget={isTarget} />
  );
  const style = { paddingLeft: nivel * 18 };
  if (tipo === "declaracao") {
    return (
      <code className="mono t-dimmed" style={style}>
        {nome}
      </code>
    );
  }
  const end = (
    <>
      <span className="t-dimmed">{"</"}</span>
      <span className={classes.name}>{nome}</span>
      <span className="t-dimmed">{">"}</span>
    </>
  );
  if (tipo === "fecha") {
    return (
      <code className="mono" style={style}>
        {end}
      </code>
    );
  }
  const isEmpty = tipo === "folha" && text === "";
  return (
    <code className="mono" style={style}>
      <span className="t-dimmed">{"<"}</span>
      <span className={classes.name}>{highlight(nome)}</span>
      {atributos.map(([name, value]) => (
        <span key={name}>
          {" "}
          <span className="t-second">{name}</span>
          <span className="t-dimmed">="</span>
          {highlight(value)}
          <span className="t-dimmed">"</span>
        </span>
      ))}
      <span className="t-dimmed">{isEmpty ? "/>" : ">"}</span>
      {tipo === "folha" && highlight(text)}
      {collapsed && <span className="t-dimmed">…</span>}
      {(tipo === "folha" || collapsed) && !isEmpty && end}
    </code>
  );
}

function HighlightedText(props: { text: string; searchText: string; isTarget: boolean }): React.ReactNode {
  const { text, searchText, isTarget } = props;
  const wanted = searchText.trim().toLowerCase();
  const at = wanted === "" ? -1 : text.toLowerCase().indexOf(wanted);
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className={classes.match} data-alvo={isTarget}>
        {text.slice(at, at + wanted.length)}
      </mark>
      {text.slice(at + wanted.length)}
    </>
  );
}
