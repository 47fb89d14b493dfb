// The commonest passwords of public lists and words of this trade, normalised as `password.ts` compares them: lower
// case, letters in place of digits and signs.
const WORDS = `
0000000000 0123456789 0987654321 1029384756 1111111111 1122334455 1212121212 123123123123 12344321 1234512345
123454321 123456789 1234567890 1234567891 12345678910 147258369 9876543210 aaaaaaaaaa aabbccddee abcdefg
abcdefghij abcdefghijk abcdefghijklmnop abcdi2e abcdi2e4 abci2e access admin adminadmin administrator
aib2ced4es alexander amanda andrew angel angels appointment arsenal asdfasdf asdfghjkl asdfghjklqwerty asdfi2e
asdfi2e4 ashley autumn babygirl banana baseball basketball batman beautiful birmingham blessed blinki blinki82
booking buster butterfly cambridge celtic changeme charlie charlotte chelsea chocolate christian computer
cookie correcthorse correcthorsebatterystaple daisy daniel december default dragon elizabeth england everton
facebook family february ferrari flower football forever freedom friday friends george ginger godisgood google
guest hannah happiness harley hockey hunter iloveyou iloveyoumore iloveyouso injury instagram internet iq2wee4r
iq2wee4rst iq2wee4rst6y iqaz2wsxeedc iqazxsw iqazxsw2 ireland january jennifer jessica jesuschrist jonathan
jordan joshua killer letmein letmeinnow letmeinplease linkedin liverpool london londonlondon lovelove loveyou
manchester manchesterunited massage master matthew maverick mercedes metallica michael michelle microsoft
minecraft monday monkey mustang mypassword netflix newcastle newpassword nicole nirvana november october
opensesame orange passi2e passi2e4 passpass passphrase password passwordi2e passwordi2e4 passwordpassword
passwort pepper phoenix physio playstation pokemon porsche precious princess purple qazwsxedc qazwsxedcrfv
qiw2eer4ts qiw2eer4tsy qiw2eer4tsy6 qweasd qweasdzxc qweri2e qweri2e4 qwerqwer qwerty qwertyi2e qwertyui
qwertyuiop qwertyuiopasdf rainbow ranger rangers relaxation robert root samantha samsung scotland secret
september shadow slipknot soccer sparkle sportsmassage spring starwars summer sunshine superman sweetheart
temporary temppassword test testing testpassword testtest thepassword therapist therapy thomas thunder
tottenham trustnoi twitter unicorn unitedkingdom victoria wales welcome welcomehome wellbeing wellness whatever
windows winter yellow yorkshire yourpassword youtube zaqi2wsx zaqixsw2cdee zxcvbnm zxcvzxcv
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));
