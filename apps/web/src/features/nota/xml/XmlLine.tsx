import classes from "./XmlViewer.module.css";
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
      <code className={classes.sinal} style={style}>
        {nome}
      </code>
    );
  }
  if (tipo === "fecha") {
    return (
      <code style={style}>
        <span className={classes.sinal}>{"</"}</span>
        <span className={classes.nome}>{nome}</span>
        <span className={classes.sinal}>{">"}</span>
      </code>
    );
  }
  const closes = tipo === "folha" || collapsed;
  return (
    <code style={style}>
      <span className={classes.sinal}>{"<"}</span>
      <span className={classes.nome}>{highlight(nome)}</span>
      {atributos.map(([name, value]) => (
        <span key={name}>
          {" "}
          <span className={classes.atributo}>{name}</span>
          <span className={classes.sinal}>="</span>
          <span className={classes.valor}>{highlight(value)}</span>
          <span className={classes.sinal}>"</span>
        </span>
      ))}
      <span className={classes.sinal}>{tipo === "folha" && text === "" ? "/>" : ">"}</span>
      {tipo === "folha" ? <span className={classes.texto}>{highlight(text)}</span> : null}
      {collapsed && <span className={classes.sinal}>…</span>}
      {closes && !(tipo === "folha" && text === "") && (
        <>
          <span className={classes.sinal}>{"</"}</span>
          <span className={classes.nome}>{nome}</span>
          <span className={classes.sinal}>{">"}</span>
        </>
      )}
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
      <mark className={classes.achado} data-alvo={isTarget}>
        {text.slice(at, at + wanted.length)}
      </mark>
      {text.slice(at + wanted.length)}
    </>
  );
}
