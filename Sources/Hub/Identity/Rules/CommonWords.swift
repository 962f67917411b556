extension CommonPassword {
  /// Words that passwords are made of: what people love, names of the keyboard's rows, names of people, months, days, teams,
  /// and the product's own words. Chosen by hand; two of them in a row are still common.
  static let commonWords =
    """
    password passwort passwd pass secret secure security login logon signin welcome hello letmein access admin administrator \
    root user guest test testing tester demo default changeme change temp temporary master manager system server computer \
    internet network website account member private public office company business qwerty qwertz azerty qwert asdf asdfgh \
    zxcv zxcvbn abc abcd abcdef iloveyou ilove love lover loveyou you me my mine forever always never baby babygirl babyboy \
    princess prince queen king angel angels heart hearts sweet sweetheart honey darling sunshine sunflower flower flowers \
    butterfly rainbow summer winter spring autumn fall january february march april may june july august september october \
    november december monday tuesday wednesday thursday friday saturday sunday dragon monkey tiger lion eagle wolf bear \
    horse dog dogs puppy cat cats kitty kitten bunny rabbit dolphin panther shark turtle chicken banana apple orange \
    cherry chocolate cookie cookies coffee cheese pepper ginger candy sugar football soccer baseball basketball hockey \
    tennis golf superman batman spiderman starwars pokemon naruto minecraft matrix hunter ranger killer shadow phoenix \
    thunder lightning storm fire water earth wind metal silver golden gold diamond crystal purple yellow green black white \
    blue red pink trustno trust nobody number one two three four five six seven eight nine zero first second money rich \
    power magic star stars moon sun sky world planet earth life death freedom peace happy smile lucky beautiful cool awesome \
    great super best good bad big little the and for with this that is are was not all your our new old michael jordan \
    jennifer jessica ashley amanda daniel david john james robert thomas andrew joshua matthew anthony william charlie \
    george alex alexander samantha nicole michelle melissa elizabeth sarah rachel lauren maria anna robin taylor justin \
    brandon tyler kevin steven patrick jackson harley mustang ferrari porsche mercedes corvette yamaha chevy ford liverpool \
    arsenal chelsea barcelona madrid manchester united dallas cowboys yankees lakers steelers eagles raiders london paris \
    america england france germany canada mexico brazil india china russia google facebook twitter youtube linkedin amazon \
    microsoft windows apple android iphone samsung atrium hub jesus christ god bless family mother father sister brother \
    mommy daddy friend friends boy girl man woman student teacher school college university whatever nothing something \
    everything anything correct battery staple again please thanks open sesame enter house home garden music guitar piano \
    dance party game games gamer player play online
    """
}
