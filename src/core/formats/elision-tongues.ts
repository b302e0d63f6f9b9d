/**
 * Placeholders for left-out code in languages other than English. As there, all words must be words of such a placeholder,
 * so that an ordinary comment passes. Words are given by how they begin, since they bend.
 */

interface Tongue {
  /** Says that something was left as it is. */
  readonly claims: readonly string[];
  /** Says so beside another claim, or in an ellipsis; alone it is an ordinary word. */
  readonly hints: readonly string[];
  /** What code is made of. */
  readonly nouns: readonly string[];
  /** Words that may stand beside these, as they are. */
  readonly fillers: ReadonlySet<string>;
}

const list = (words: string): readonly string[] => (words === '' ? [] : words.split(' '));
const tongue = (claims: string, hints: string, nouns: string, fillers: string): Tongue => ({
  claims: list(claims),
  hints: list(hints),
  nouns: list(nouns),
  fillers: new Set(list(fillers)),
});

const TONGUES: readonly Tongue[] = [
  tongue(
    'resto restante existente inalterad omitid',
    'igual mism cambios original anterior intact',
    'código codigo funci métod metod clase archivo contenido component importacion imports',
    'el la los las de del permanece permanecen queda quedan se mantiene mantienen sin aquí aqui va tu su todo lo demás demas como antes y que es continúa',
  ),
  tongue(
    'resto restante existente inalterad omitid',
    'igual mesm alterações alteracoes mudanças mudancas original anterior intact',
    'código codigo funç métod classe arquivo conteúdo component importaç imports',
    'o a os as do da de dos das permanece permanecem continua continuam sem aqui fica seu todo como antes e é',
  ),
  tongue(
    'reste restant existant inchang omis',
    'identique même modification changement original précédent',
    'code fichier fonction méthode classe composant imports contenu',
    'le la les du de des d l demeure est sont sans ici votre tout comme avant et à',
  ),
  tongue(
    'rest restlich bestehend vorhanden existierend unverändert unveraendert ausgelassen übrig',
    'gleich bisherig ursprünglich weggelassen',
    'code datei funktion methode klasse komponente importe inhalt implementierung',
    'der die das des den dem bleibt bleiben ist sind hier wie zuvor vorher dein deine ihr alles andere und von',
  ),
  tongue(
    'остальн существующ неизмен пропущен оставш опущен',
    'изменени прежн предыдущ исходн',
    'код файл функци метод класс импорт компонент реализаци част',
    'без остаётся остается остаются здесь тот же так как раньше ваш весь и всё все',
  ),
  tongue(
    'resto restante esistent invariat omess',
    'ugual stess modifiche original precedent',
    'codice file funzion metod class component import contenut',
    'il la lo i gli del della dei rimane rimangono resta qui senza come prima e è tutto',
  ),
  tongue(
    'rest overige bestaande onveranderd ongewijzigd weggelaten',
    'zelfde hetzelfde',
    'code bestand functie methode klasse',
    'de het van blijft blijven hier zoals voorheen is',
  ),
  tongue(
    'kalan mevcut değişmedi değişmeden',
    'aynı önceki orijinal',
    'kod dosya fonksiyon metot sınıf',
    'geri kısmı burada devam eder kalır kalıyor bölümü',
  ),
  tongue(
    'reszta reszty pozostał istniejąc niezmienion pominięt',
    'zmian oryginaln poprzedni',
    'kod plik funkcj metod klas',
    'bez pozostaje pozostają tutaj jak wcześniej',
  ),
  tongue(
    'nguyên lại',
    'đổi cũ',
    'mã code hàm tệp',
    'phần còn giữ không thay hiện có của như trước',
  ),
  tongue(
    '나머지 기존 생략',
    '동일 그대로 유지 변경 이전 원래',
    '코드 부분 함수 메서드 클래스 구현 파일 내용 로직',
    '여기 없음 은 는 이하 합니다 한다 함',
  ),
];

/** Written without blanks between words: taken apart from left to right. */
const UNSPACED: readonly Tongue[] = [
  tongue(
    '不变 不變 省略 其余 其餘 剩余 剩餘 剩下 余下 原有 现有 現有 已有 同上 同前 无变化 無變化 未改动 未修改 无需修改',
    '其他 其它 之前 原来 原來 保留 原样 相同 一致 略',
    '代码 代碼 程式碼 部分 内容 內容 逻辑 邏輯 函数 函數 方法 实现 實現 导入 文件 组件 组件 类',
    '的 保持 以下 以上 此处 这里 與 与 和 都 均 完全 中间 前 后 您 你 为 为了 简洁 行',
  ),
  tongue(
    '変更なし 変更無し 省略 既存 残り 中略 以下略 以下同じ 変わらず',
    '同じ 同様 そのまま 元の 維持 他の',
    'コード 部分 処理 関数 メソッド クラス 実装 インポート 内容 ファイル',
    'の は が を に と も です ます 以下 以上 以前 前 ここ で する します',
  ),
];

interface Count {
  claims: number;
  hints: number;
  nouns: number;
}

/** Whether this many words of a placeholder, and none besides, make one. */
const suffices = ({ claims, hints, nouns }: Count, hasEllipsis: boolean): boolean =>
  hasEllipsis ? claims + hints > 0 : claims > 0 && claims + hints + nouns > 1;

function isOf({ claims, hints, nouns, fillers }: Tongue, words: readonly string[]): Count | null {
  const count = { claims: 0, hints: 0, nouns: 0 };
  const begins = (word: string) => (stem: string) => word.startsWith(stem);
  for (const word of new Set(words)) {
    if (fillers.has(word)) continue;
    if (claims.some(begins(word))) count.claims += 1;
    else if (hints.some(begins(word))) count.hints += 1;
    else if (nouns.some(begins(word))) count.nouns += 1;
    else return null;
  }
  return count;
}

/** The words of a text without blanks; null where something else stands in it. */
function taken({ claims, hints, nouns, fillers }: Tongue, text: string): readonly string[] | null {
  const known = [...claims, ...hints, ...nouns, ...fillers].toSorted((a, b) => b.length - a.length);
  const words: string[] = [];
  let rest = text;
  while (rest !== '') {
    const word = known.find((each) => rest.startsWith(each));
    if (word === undefined) return null;
    words.push(word);
    rest = rest.slice(word.length);
  }
  return words;
}

/** Enough on their own. */
const WHOLE = new Set([
  'unverändert',
  'inchangé',
  'sans changement',
  'без изменений',
  'sin cambios',
  'sem alterações',
  'sem mudanças',
  'senza modifiche',
  'invariato',
  'ongewijzigd',
  'bez zmian',
  'giữ nguyên',
]);
const MAX_WORDS = 12;

/** Whether the words of a comment, all in lower case, are a placeholder in one of the languages that are known. */
export function isForeignElision(words: readonly string[], hasEllipsis: boolean): boolean {
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  if (WHOLE.has(words.join(' '))) return true;
  const spaced = TONGUES.some((each) => {
    const count = isOf(each, words);
    return count !== null && suffices(count, hasEllipsis);
  });
  if (spaced) return true;
  const text = words.join('');
  if (!/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(text)) return false;
  return UNSPACED.some((each) => {
    const parts = taken(each, text);
    const count = parts === null ? null : isOf(each, parts);
    return count !== null && (suffices(count, hasEllipsis) || isWhole(parts, each));
  });
}

const ALONE = new Set(
  '不变 不變 省略 同上 未改动 変更なし 変更無し 中略 以下略 以下同じ'.split(' '),
);

/** One word that says it all, "omitted", "the same as above", and small words beside it. */
const isWhole = (parts: readonly string[] | null, { fillers }: Tongue): boolean => {
  const words = parts?.filter((part) => !fillers.has(part)) ?? [];
  return words.length === 1 && ALONE.has(words[0] ?? '');
};
