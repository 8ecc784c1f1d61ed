/** In construction: its owner replaces it whole. */
export function FaqPage(): React.JSX.Element {
  return <h1>Perguntas</h1>;
}
